#!/bin/sh
# humanparser 2.7.0 takes the surname Ma for a degree, even in "Ma, Jack", and the degree MBA behind a comma for a first name.
#
# Ma is the surname of some ten million people: they have no last name then, and a merge begins with "Dear Ms ". Degrees that it does not
# know (MBA, Esq.) become first names, since a comma means "last, first" to it: "Dear MBA".
# Seen: "Ma, Jack" is first name Jack, suffix Ma, last name empty; "Maria Silva, MBA" is first name MBA, last name "Maria Silva".
# Exits with 0 while that is so, and with 1 when it changed.
set -eu
VERSION=2.7.0
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{ "private": true, "type": "module" }' > package.json
npm install --silent --no-audit --no-fund --save-exact "humanparser@$VERSION"
cat > look.js <<'JS'
import human from 'humanparser'
const read = (name) => {
  const { firstName, lastName, suffix } = human.parseName(name)
  console.log(`humanparser ${process.argv[2]}: ${name} → ${JSON.stringify({ firstName, lastName, suffix })}`)
  return { firstName, lastName, suffix }
}
const surnames = ['Jack Ma', 'Ma, Jack'].map(read)
const { firstName } = read('Maria Silva, MBA')
process.exit(surnames.every(({ lastName, suffix }) => !lastName && suffix === 'Ma') && firstName === 'MBA' ? 0 : 1)
JS
node look.js "$VERSION"
