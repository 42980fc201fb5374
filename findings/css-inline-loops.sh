#!/bin/sh
# css-inline 0.21.2 moves {{#each}} and {{/each}} of a table's rows in front of the table, so that the rows of a receipt repeat nothing.
#
# It parses as browsers do (WHATWG HTML, 13.2.6.1, foster parenting: text between rows belongs before the table), and writes that tree.
# Templates are usually inlined once and merged afterwards. Juice 12.2.0 keeps the loop where it is.
# Seen: {{#each items}}{{/each}}<table>…<tr>, from <table>{{#each items}}<tr>…</tr>{{/each}}</table>, without an error.
# Exits with 0 while that is so, and with 1 when it changed.
set -eu
VERSION=0.21.2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{ "private": true, "type": "module" }' > package.json
npm install --silent --no-audit --no-fund --save-exact "@css-inline/css-inline@$VERSION" juice@12.2.0
cat > look.js <<'JS'
import { inline } from '@css-inline/css-inline'
import juice from 'juice'
const html = '<html><head><style>td { padding: 4px }</style></head><body><table>{{#each items}}<tr><td>{{name}}</td></tr>{{/each}}</table></body></html>'
const moved = inline(html)
console.log(`css-inline ${process.argv[2]}: ${moved}\njuice: ${juice(html)}`)
process.exit(moved.includes('{{#each items}}{{/each}}<table') && /<table[^>]*>{{#each items}}<tr/.test(juice(html)) ? 0 : 1)
JS
node look.js "$VERSION"
