#!/bin/sh
# ua-parser-js 2.0.10 tells of iOS 709 and Android 2.0 for the Outlook apps of today, and does not know them with its extension for email programs.
#
# Outlook-iOS/709.2189947.prod.iphone and Outlook-Android/2.0 state the app and its version, not that of the system. Statistics of
# opens so show phones of 2009: Bowser 2.15.1 even names them "Eclair". Outlook for Windows is recognized.
# Exits with 0 while that is so, and with 1 when it changed.
set -eu
VERSION=2.0.10
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{ "private": true, "type": "module" }' > package.json
npm install --silent --no-audit --no-fund --save-exact "ua-parser-js@$VERSION" bowser@2.15.1
cat > look.js <<'JS'
import Bowser from 'bowser'
import { UAParser } from 'ua-parser-js'
import { Emails } from 'ua-parser-js/extensions'
const agents = {
  'Outlook-iOS/709.2189947.prod.iphone': ['iOS', '709.2189947.prod.iphone', undefined],
  'Outlook-Android/2.0': ['Android', '2.0', undefined],
  'Microsoft Office/16.0 (Windows NT 10.0; Microsoft Outlook 16.0.17328; Pro)': ['Windows', '10', 'Microsoft Outlook'],
}
let same = true
for (const [agent, expected] of Object.entries(agents)) {
  const parser = new UAParser(agent, Emails)
  const { name, version } = parser.getOS()
  const seen = [name, version, parser.getBrowser().name]
  console.log(agent, seen, 'Bowser:', Bowser.parse(agent).os)
  same &&= expected.every((value, at) => value === seen[at])
}
process.exit(same ? 0 : 1)
JS
node look.js
