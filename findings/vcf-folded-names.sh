#!/bin/sh
# vcf 2.1.2 cuts off a name of a vCard 2.1 at its first soft line break and leaves its letters encoded (Ada M=C3=BC=).
#
# Phones export contacts so: vCard 2.1, section 2.1.3, lets ENCODING=QUOTED-PRINTABLE continue after "=" at the end of a line. In a vCard 3.0
# the backslashes of "Ada Lovelace\, Dr." stay too (RFC 2426, section 4: \, is a comma), so that a greeting shows them.
# Exits with 0 while that is so, and with 1 when it changed.
set -eu
VERSION=2.1.2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{ "private": true, "type": "module" }' > package.json
npm install --silent --no-audit --no-fund --save-exact "vcf@$VERSION"
cat > look.js <<'JS'
import vCard from 'vcf'
const name = (...lines) => [vCard.parse(['BEGIN:VCARD', ...lines, 'EMAIL:ada@x.test', 'END:VCARD', ''].join('\r\n'))].flat()[0].get('fn').valueOf()
const folded = name('VERSION:2.1', 'N:;Ada;;;', 'FN;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:Ada M=C3=BC=', 'ller')
const escaped = name('VERSION:3.0', 'N:Lovelace;Ada;;;', 'FN:Ada Lovelace\\, Dr.')
console.log(`vcf ${process.argv[2]}:`, JSON.stringify({ folded, escaped }))
process.exit(folded === 'Ada M=C3=BC=' && escaped === 'Ada Lovelace\\, Dr.' ? 0 : 1)
JS
node look.js "$VERSION"
