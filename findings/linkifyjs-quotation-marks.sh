#!/bin/sh
# linkifyjs 4.4.0 takes a typographic quotation mark, a Chinese full stop and half of a closing merge tag for the end of a web address.
#
# “https://x.test/a” leads to an address that ends with ” (%E2%80%9D), which does not exist; straight quotation marks are left out.
# So are „…“, «…» and …; and https://x.test/?u={{email}} loses its last brace, so that a template has an open tag. RFC 3986, appendix C:
# quotation marks delimit addresses in text. linkify-it 6.1.0 and autolinker 4.1.5 leave out the marks and keep the tag.
# Exits with 0 while that is so, and with 1 when it changed.
set -eu
VERSION=4.4.0
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{ "private": true, "type": "module" }' > package.json
npm install --silent --no-audit --no-fund --save-exact "linkifyjs@$VERSION" autolinker@4.1.5
cat > look.js <<'JS'
import Autolinker from 'autolinker'
import { find } from 'linkifyjs'
const texts = {
  'See "https://x.test/a" there': 'https://x.test/a',
  'See “https://x.test/a” there': 'https://x.test/a”',
  'Siehe „https://x.test/a“ dort': 'https://x.test/a“',
  '请看 https://x.test/a。': 'https://x.test/a。',
  'https://x.test/?u={{email}}': 'https://x.test/?u={{email}',
}
let same = true
for (const [text, expected] of Object.entries(texts)) {
  const [link] = find(text)
  console.log(text, '→ linkifyjs', link?.value, 'autolinker', Autolinker.parse(text)[0]?.getAnchorHref())
  same &&= link?.value === expected
}
process.exit(same ? 0 : 1)
JS
node look.js
