#!/bin/sh
# isbot 5.2.3 takes mail programs and the image proxies of mail services for bots, because they do not look like browsers.
#
# Whoever counts opens of emails with it counts none in Outlook for Android, Airmail, eM Client, Superhuman, nor
# behind the proxies of Gmail and Yahoo, which fetch a picture when a person looks; Outlook for iOS and Windows and Apple Mail pass.
# Exits with 0 while that is so, and with 1 when it changed.
set -eu
VERSION=5.2.3
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{ "private": true, "type": "module" }' > package.json
npm install --silent --no-audit --no-fund --save-exact "isbot@$VERSION"
cat > look.js <<'JS'
import { isbot } from 'isbot'
const agents = {
  'Outlook-Android/2.0': true,
  'Airmail/5.6': true,
  'eM Client/9.2': true,
  'Superhuman/1.0': true,
  'Mail/3774.600.62 CFNetwork/1494.0.7 Darwin/23.4.0': false,
  'Mozilla/5.0 (Windows NT 5.1; rv:11.0) Gecko Firefox/11.0 (via ggpht.com GoogleImageProxy)': true,
  'YahooMailProxy; https://help.yahoo.com/kb/yahoo-mail-proxy-SLN28749.html': true,
  'Outlook-iOS/709.2189947.prod.iphone': false,
  'Microsoft Office/16.0 (Windows NT 10.0; Microsoft Outlook 16.0.17328; Pro)': false,
}
const seen = Object.keys(agents).map((agent) => [agent, isbot(agent)])
for (const [agent, bot] of seen) console.log(bot ? 'bot   ' : 'person', agent)
process.exit(seen.every(([agent, bot]) => bot === agents[agent]) ? 0 : 1)
JS
node look.js
