/** The most common passwords of eight or more characters, from published lists of leaked ones. */
const COMMON = new Set(
  `password password1 password12 password123 password1234 passw0rd p@ssw0rd p@ssword 12345678 123456789 1234567890 12345678910
  123123123 1234512345 87654321 987654321 0987654321 11111111 111111111 1111111111 00000000 000000000 0000000000 22222222 55555555
  66666666 77777777 88888888 99999999 12341234 11223344 112233445566 1122334455 123454321 147258369 159357456 789456123 963852741
  1q2w3e4r 1q2w3e4r5t 1q2w3e4r5t6y 1qaz2wsx 1qaz2wsx3edc zaq12wsx qazwsxedc qwertyui qwertyuiop qwerty12 qwerty123 qwerty1234
  qwerty12345 qwer1234 asdfghjk asdfghjkl asdf1234 zxcvbnm1 zxcvbnm123 abcd1234 abc12345 abc123456 abcdefgh abcdefg1 a1b2c3d4
  a123456789 aa123456 iloveyou iloveyou1 iloveyou2 sunshine sunshine1 princess princess1 football football1 baseball baseball1
  basketball superman superman1 batman123 welcome1 welcome123 whatever computer internet trustno1 letmein1 letmein123 starwars
  michelle jennifer jonathan samantha charlie1 dragon123 monkey123 master123 shadow123 michael1 jessica1 liverpool chelsea1
  changeme changeme123 administrator admin123 admin1234 admin12345 administrator1 root1234 test1234 testtest guest123 default1
  secret123 access14 corvette mercedes victoria alexander nicholas elizabeth christian benjamin maverick midnight mustang1
  blink182 hello123 hello1234 helloworld lovelove loveyou1 lastfm123 myspace1 google123 facebook pokemon1 minecraft`.split(
    /\s+/,
  ),
)

export function isCommonPassword(password: string): boolean {
  return COMMON.has(password.toLowerCase())
}
