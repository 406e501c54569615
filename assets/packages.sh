# Debian packages, for run.sh and test.sh. Sourced, not run.
BUILD_PACKAGES=(g++ cmake ninja-build ccache pkg-config python3-glad libimgui-dev libglfw3-dev libglm-dev
  nlohmann-json3-dev libstb-dev libpugixml-dev libcli11-dev libfmt-dev libfontconfig-dev libfreetype-dev libpng-dev
  libegl-dev libgl-dev)
RUN_PACKAGES=(fonts-inter fonts-jetbrains-mono fonts-wqy-microhei libgl1-mesa-dri libegl1 libegl-mesa0)
TEST_PACKAGES=(libgtest-dev libx11-dev xvfb xauth xdotool x11-apps x11-xserver-utils imagemagick)
TEST_PACKAGES+=("${RUN_PACKAGES[@]}")

# Installs what is missing; asks for nothing when all is there.
install_packages() {
  command -v dpkg-query >/dev/null || { echo "not a Debian system: install by hand: $*" >&2; return; }
  local missing=() name
  for name in "$@"; do
    [ "$(dpkg-query -W -f '${db:Status-Status}' "$name" 2>/dev/null)" = installed ] || missing+=("$name")
  done
  [ ${#missing[@]} -eq 0 ] && return
  local root=()
  [ "$(id -u)" -eq 0 ] || root=(sudo)
  echo "installing: ${missing[*]}" >&2
  "${root[@]}" apt-get update -qq
  "${root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}"
}
