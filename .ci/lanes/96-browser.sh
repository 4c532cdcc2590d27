# All statistics vectors in a real browser, which must print the digits that Node prints.
set -euo pipefail
chromium() { command -v chromium || command -v chromium-browser || command -v google-chrome; }
if ! chromium >/dev/null && ! debian_install chromium; then
  if [ "$(id -u)" -eq 0 ] && command -v apt-get >/dev/null; then echo "Chromium is missing and could not be installed"; exit 1; fi
  echo "no Chromium here, and this user cannot install one"
  exit "$SKIP"
fi
node_modules/.bin/node conformance/browser/run.mjs "$(chromium)" "$CI_WORK/browser" "$SHARED/golden"
