// The official JavaScript runtime on a skeleton file: node dragonbones_peer.mjs MODULE FILE [CLIP] [ROUNDS]
// MODULE: a folder with @cocos/dragonbones-js (runtime 5.6.300) or pixi5-dragonbones (5.7.000) in its node_modules, or
// the .js file itself; absent: exit 77. Runtimes before 5.7 do not know the "timeline" lists of 5.6 files: they read no
// key of such a file and move nothing.
// Prints CPU times: "load_first" of the first JSON.parse + parse in this process, "load_warm" the median of the later
// ones, "update" the median of advanceTime. Its hooks that draw and that place vertices
// are empty, so that the runtime does less here than anywhere it is used.
import fs from 'node:fs';
import path from 'node:path';
import vm from 'node:vm';
import { pathToFileURL } from 'node:url';

const [, , wanted, file, clip, rounds = '60'] = process.argv;
if (!wanted || !file) {
    console.error('usage: node dragonbones_peer.mjs MODULE FILE [CLIP] [ROUNDS]');
    process.exit(2);
}
const places = ['@cocos/dragonbones-js/out/dragonBones.js', 'pixi5-dragonbones/dragonBones.js'];
const script = [...places.map((place) => path.join(wanted, 'node_modules', place)), wanted]
    .find((place) => fs.existsSync(place) && fs.statSync(place).isFile());
if (!script || !fs.existsSync(file)) {
    console.error(`absent: ${script ? file : wanted}`);
    process.exit(77);
}
let db = await import(pathToFileURL(path.resolve(script)).href).catch(() => ({}));
if (!db.DragonBones) {
    globalThis.PIXI = new Proxy({}, { get: () => class {} });  // a script for a renderer that is not here
    db = vm.runInThisContext(fs.readFileSync(script, 'utf8') + ';dragonBones');
}
db.DragonBones.yDown = true;

const bytes = fs.readFileSync(file);
const cpu = (work) => {
    const before = process.cpuUsage();
    work();
    const spent = process.cpuUsage(before);
    return spent.user + spent.system;
};
const median = (numbers) => numbers.slice().sort((a, b) => a - b)[numbers.length >> 1];

// ---- loading: from bytes, as ours ----
const parser = new db.ObjectDataParser();
let data = null;
const load = () => {
    data = parser.parseDragonBonesData(JSON.parse(bytes.toString('utf8')), 1);
};
const first = cpu(load);
const warm = [];
for (let i = 0; i < Number(rounds); ++i) warm.push(cpu(load));

// ---- updating ----
class QuietSlot extends db.Slot {
    static toString() { return '[QuietSlot]'; }
}
for (const hook of ['_initDisplay', '_disposeDisplay', '_onUpdateDisplay', '_addDisplay', '_replaceDisplay',
    '_removeDisplay', '_updateZOrder', '_updateVisible', '_updateBlendMode', '_updateColor', '_updateFrame',
    '_updateMesh', '_updateGlueMesh', '_updateTransform', '_identityTransform'])
    QuietSlot.prototype[hook] = () => {};
const screen = { dbInit() {}, dbClear() {}, dbUpdate() {}, dispose() {}, hasDBEventListener: () => false,
    dispatchDBEvent() {} };
class QuietFactory extends db.BaseFactory {
    _buildTextureAtlasData(atlas) { return atlas; }
    _buildArmature(pack) {
        const armature = db.BaseObject.borrowObject(db.Armature);
        armature.init(pack.armature, screen, screen, this._dragonBones);
        return armature;
    }
    _buildSlot(pack, slotData, armature) {
        const slot = db.BaseObject.borrowObject(QuietSlot);
        slot.init(slotData, armature, {}, {});
        return slot;
    }
}
const factory = new QuietFactory();
factory._dragonBones = new db.DragonBones(screen);
factory.addDragonBonesData(data, 'peer');
const armature = factory.buildArmature(data.armatureNames[0], 'peer');
armature.animation.play(clip || armature.animation.animationNames[0], 0);
for (let i = 0; i < 400; ++i) armature.advanceTime(0.01);
const update = [];
const at_once = 20;  // one is too short for the clock
for (let i = 0; i < Number(rounds); ++i)
    update.push(cpu(() => { for (let k = 0; k < at_once; ++k) armature.advanceTime(0.01); }) / at_once);

console.log(`load_first ${first.toFixed(1)} us`);
console.log(`load_warm ${median(warm).toFixed(1)} us`);
console.log(`update ${median(update).toFixed(1)} us`);
