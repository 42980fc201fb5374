#!/bin/sh
# mailcheck 1.1.1 ("did you mean?") corrects living addresses: Italy's libero.it to live.it, Brazil's uol.com.br to uol.com, pm.me to gmx.de.
#
# It compares with a few dozen domains and then with endings of its own list, where .com.br and .bg are missing and .ac.uk is one letter from .co.uk. Who accepts
# the suggestion, or corrects a list by it, writes to a stranger: bol.com is a shop, and the addresses exist at none of them.
# Seen: libero.it → live.it, bol.com.br → bol.com, uol.com.br → uol.com, abv.bg → abv.be, hey.com → sky.com, pm.me → gmx.de,
# ucl.ac.uk → ucl.co.uk; a real slip, gmai.com → gmail.com, is found as well.
# Exits with 0 while that is so, and with 1 when it changed.
set -eu
VERSION=1.1.1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{ "private": true, "type": "module" }' > package.json
npm install --silent --no-audit --no-fund --save-exact "mailcheck@$VERSION"
cat > look.js <<'JS'
import mailcheck from 'mailcheck'
const LIVING = ['libero.it', 'bol.com.br', 'uol.com.br', 'abv.bg', 'hey.com', 'pm.me', 'ucl.ac.uk']
const suggested = (domain) => mailcheck.run({ email: `ann@${domain}` })?.domain ?? null
const found = [...LIVING, 'gmai.com'].map((domain) => [domain, suggested(domain)])
console.log(`mailcheck ${process.argv[2]}: ${found.map(([domain, other]) => `${domain} → ${other}`).join(', ')}`)
process.exit(found.every(([, other]) => other !== null) ? 0 : 1)
JS
node look.js "$VERSION"
