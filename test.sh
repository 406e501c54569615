#!/usr/bin/env bash
# Installs what the tests need, builds with sanitizers and runs every test.
set -euo pipefail
cd "$(dirname "$(readlink -f "$0")")"
. ./assets/packages.sh
install_packages "${BUILD_PACKAGES[@]}" "${TEST_PACKAGES[@]}"
export ASAN_OPTIONS=${ASAN_OPTIONS:-detect_leaks=0}
cmake --preset sanitize
cmake --build --preset sanitize
ctest --test-dir build/sanitize --output-on-failure -j "$(nproc)" "$@"
