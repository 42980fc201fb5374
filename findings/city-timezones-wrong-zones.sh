#!/bin/sh
# city-timezones 1.3.4 puts coastal cities of Guangdong into Xinjiang's time zone, and gives four large cities none.
#
# Zhanjiang and Maoming (2.3 million people together) are listed with Asia/Urumqi, two hours off; so are Lhasa and cities of Gansu. Perm
# (Russia, 924,000), Penza, Urmia (Iran) and Comodoro Rivadavia (Argentina) have no time zone. Ciudad Juárez has America/Ojinaga instead
# of America/Ciudad_Juarez. A place named Natal in Amazonas has the people of the capital of Rio Grande do Norte, so that "Natal, Brazil"
# is an hour off by size.
# Exits with 0 while that is so, and with 1 when it changed.
set -eu
VERSION=1.3.4
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{ "private": true, "type": "module" }' > package.json
npm install --silent --no-audit --no-fund --save-exact "city-timezones@$VERSION"
cat > look.js <<'JS'
import cities from 'city-timezones'
const find = (city, country, province) =>
  cities.cityMapping.find((each) => each.city === city && each.iso2 === country && (!province || each.province === province))
const expected = [
  ['Zhanjiang', 'CN', 'Asia/Urumqi'],
  ['Maoming', 'CN', 'Asia/Urumqi'],
  ['Lhasa', 'CN', 'Asia/Urumqi'],
  ['Perm', 'RU', null],
  ['Penza', 'RU', null],
  ['Urmia', 'IR', null],
  ['Comodoro Rivadavia', 'AR', null],
  ['Ciudad Juárez', 'MX', 'America/Ojinaga'],
]
let same = true
for (const [city, country, zone] of expected) {
  const seen = find(city, country)?.timezone ?? null
  console.log(city, country, seen)
  same &&= seen === zone
}
const people = find('Natal', 'BR', 'Amazonas')?.pop
console.log('Natal in Amazonas', people)
process.exit(same && people > 900_000 ? 0 : 1)
JS
node look.js
