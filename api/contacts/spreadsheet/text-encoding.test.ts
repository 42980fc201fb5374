import { readFileSync } from 'node:fs'
import { encode } from 'iconv-lite'
import { describe, expect, it } from 'vitest'
import { TEXT_ENCODINGS, type TextEncoding } from '#domain/contacts/text-encoding-labels.ts'
import { readContacts } from './fixtures/read-contacts.ts'
import { decodeText } from './text-encoding.ts'

const fixture = (name: string) => readFileSync(new URL(`./fixtures/doubtful/${name}`, import.meta.url))

/** People by language: as many as a small list has. */
const PEOPLE = {
  German: 'Vorname;Nachname;Email\nJürgen;Müller;j@example.com\nAndré;Weiß;a@example.com\nKäthe;Größer;k@example.com\n',
  French: 'Prénom;Nom;Email\nFrançois;Lefèvre;f@example.com\nHélène;Benoît;h@example.com\nZoé;Noël;z@example.com\n',
  Spanish:
    'Nombre;Apellidos;Email\nÁngel;Núñez;a@example.com\nMaría;Peña;m@example.com\nLucía;Rodríguez;l@example.com\n',
  Swedish:
    'Förnamn;Efternamn;Email\nÅsa;Öberg;a@example.com\nBjörn;Sjöström;b@example.com\nMärta;Åkesson;m@example.com\n',
  Polish:
    'Imię;Nazwisko;Email\nŁukasz;Wójcik;l@example.com\nMałgorzata;Wiśniewska;m@example.com\nŻaneta;Dąbrowska;z@example.com\n',
  Czech: 'Jméno;Příjmení;Email\nJiří;Dvořák;j@example.com\nTomáš;Němec;t@example.com\nBožena;Růžičková;b@example.com\n',
  Turkish: 'Ad;Soyad;Email\nAyşe;Yılmaz;a@example.com\nGökhan;Şahin;g@example.com\nÇiğdem;Doğan;c@example.com\n',
  Lithuanian:
    'Vardas;Pavardė;Email\nJonas;Žukauskas;j@example.com\nEglė;Šimkutė;e@example.com\nRūta;Čepaitė;r@example.com\n',
  Russian: 'Имя;Фамилия;Email\nАнна;Иванова;a@example.com\nПётр;Сидоров;p@example.com\nЮлия;Щербакова;u@example.com\n',
  Ukrainian:
    'First Name;Last Name;Email\nОлена;Шевченко;o@example.com\nЄвген;Їжакевич;e@example.com\nІрина;Мельник;i@example.com\n',
  Greek:
    'Όνομα;Επώνυμο;Email\nΓιώργος;Παπαδόπουλος;g@example.com\nΕλένη;Αντωνίου;e@example.com\nΝίκος;Ιωάννου;n@example.com\n',
  Hebrew: 'First Name;Last Name;Email\nדוד;כהן;d@example.com\nשרה;לוי;s@example.com\nרחל;מזרחי;r@example.com\n',
  Arabic: 'First Name;Last Name;Email\nمحمد;أحمد;m@example.com\nفاطمة;الشريف;f@example.com\nيوسف;حسن;y@example.com\n',
  Thai: 'First Name;Last Name;Email\nสมชาย;ใจดี;s@example.com\nสมหญิง;รักไทย;r@example.com\nวิชัย;ทองดี;w@example.com\n',
  Japanese: 'Name,Company,Email\n山田太郎,株式会社テスト,y@example.com\n佐藤花子,サンプル工業,s@example.com\n',
  Chinese:
    'Name,Company,Email\n张三,北京科技有限公司,z@example.com\n李四,上海贸易公司,l@example.com\n王伟,广州服装厂,w@example.com\n',
  Taiwanese: 'Name,Company,Email\n陳大文,台北科技公司,c@example.com\n林美玲,高雄貿易,l@example.com\n',
  Korean: 'Name,Company,Email\n김철수,서울상사,k@example.com\n이영희,부산무역,l@example.com\n',
} as const

describe('the encoding of a text file is guessed from its letters', () => {
  it.each<[keyof typeof PEOPLE, TextEncoding[]]>([
    ['German', ['windows-1252', 'cp850', 'cp437', 'macintosh', 'iso-8859-15']],
    ['French', ['windows-1252', 'cp850', 'macintosh']],
    ['Spanish', ['windows-1252', 'cp850', 'macintosh']],
    ['Swedish', ['windows-1252', 'cp850', 'macintosh']],
    ['Polish', ['windows-1250', 'iso-8859-2', 'cp852']],
    ['Czech', ['windows-1250', 'iso-8859-2', 'cp852']],
    ['Turkish', ['windows-1254', 'cp857']],
    ['Lithuanian', ['windows-1257', 'iso-8859-13']],
    ['Russian', ['windows-1251', 'koi8-r', 'cp866', 'iso-8859-5', 'maccyrillic']],
    ['Ukrainian', ['windows-1251', 'koi8-u']],
    ['Greek', ['windows-1253', 'iso-8859-7']],
    ['Hebrew', ['windows-1255', 'iso-8859-8']],
    ['Arabic', ['windows-1256', 'iso-8859-6']],
    ['Thai', ['windows-874']],
    ['Japanese', ['shift_jis', 'euc-jp']],
    ['Chinese', ['gb18030']],
    ['Taiwanese', ['big5']],
    ['Korean', ['euc-kr']],
  ])('for %s in %s', async (language, encodings) => {
    for (const encoding of encodings) {
      const decoded = await decodeText(encode(PEOPLE[language], encoding))
      expect(decoded?.bytes.toString(), encoding).toBe(PEOPLE[language])
      expect(decoded?.isGuess).toBe(true)
    }
  })

  it.each([
    ['ru-cp1251.csv', ['Анна', 'Иванова', 'anna@example.com', 'Москва'], 'Cyrillic (Windows-1251)'],
    ['ja-header-latin-cp932.csv', ['山田太郎', 'taro@example.com', '株式会社ソニー'], 'Japanese (Shift-JIS)'],
    ['zh-header-latin-gbk.csv', ['张三', 'san@example.com', '北京'], 'Simplified Chinese (GBK, GB18030)'],
    ['de-cp850.csv', ['Jürgen', 'Müller', 'j@example.com'], 'Western European (DOS 850)'],
  ])('and named in a notice: %s', async (name, contact, label) => {
    const read = await readContacts(fixture(name))
    expect(read.contacts[0]).toEqual(contact)
    expect(read.sentences).toContain(
      `This file is not in UTF-8 and was read as ${label}. If letters look wrong, choose another encoding.`,
    )
  })

  it('even where only one of many rows has non-English letters', async () => {
    const others = Array.from({ length: 500 }, (_, at) => `Person ${at},p${at}@example.com\n`).join('')
    for (const encoding of ['windows-1252', 'windows-1251', 'shift_jis'] as const) {
      const name = { 'windows-1252': 'Zoë', 'windows-1251': 'Иванова', shift_jis: 'ヤマダ太郎' }[encoding]
      const decoded = await decodeText(encode(`Name,Email\n${others}${name},z@example.com\n`, encoding))
      expect(decoded?.bytes.toString()).toContain(name)
    }
  })
})

describe('a text file in UTF-8 with some lines in another encoding', () => {
  it('is read in both encodings', async () => {
    const read = await readContacts(fixture('mixed-utf8-latin1.csv'))
    expect(read.contacts.map(([first, last]) => `${first} ${last}`)).toEqual([
      ...Array.from({ length: 5 }, (_, at) => `Jürgen${at} Müller`),
      'André Lefèvre',
    ])
    expect(read.sentences).toEqual([
      'Part of this file is in UTF-8, but 1 line is not and was read as Western European (Windows-1252).',
    ])
  })

  it('is read in both encodings within a line, and when most lines are not in UTF-8', async () => {
    const old = encode('First Name,Email\nAndré,a@b.co\nZoë,z@b.co\nRené,r@b.co\nMaïté,m@b.co\n', 'windows-1252')
    const both = Buffer.concat([old, encode('Chloé ', 'windows-1252'), Buffer.from('Müller,c@b.co\nJürgen,j@b.co\n')])
    const { contacts } = await readContacts(both)
    expect(contacts.map(([name]) => name)).toEqual(['André', 'Zoë', 'René', 'Maïté', 'Chloé Müller', 'Jürgen'])
  })

  it('is read in both encodings with Cyrillic letters', async () => {
    const lines = Array.from({ length: 4 }, (_, at) => `Пётр,p${at}@b.co\n`).join('')
    const both = Buffer.concat([
      Buffer.from(`First Name,Email\n${lines}`),
      encode('Анна Иванова,a@b.co\n', 'windows-1251'),
    ])
    expect((await readContacts(both)).contacts.map(([name]) => name)).toEqual([
      ...['Пётр', 'Пётр', 'Пётр', 'Пётр', 'Анна Иванова'],
    ])
  })
})

describe('the encoding that a user chooses', () => {
  it.each(TEXT_ENCODINGS)('is used to read the file: %s', async (encoding) => {
    const text = 'Name,Email\nAnn Lee,a@example.com\n'
    expect((await decodeText(encode(text, encoding), encoding))?.bytes.toString()).toBe(text)
  })

  it('overrides the guess, without a notice', async () => {
    const read = await readContacts(encode('Name,Email\nMuñoz,m@b.co\n', 'windows-1252'), { encoding: 'windows-1250' })
    expect(read).toMatchObject({ contacts: [['Muńoz', 'm@b.co']], notices: [] })
  })

  it('UTF-8 keeps lines in another encoding readable', async () => {
    const read = await readContacts(fixture('mixed-utf8-latin1.csv'), { encoding: 'utf-8' })
    expect(read.contacts.at(-1)).toEqual(['André', 'Lefèvre', 'a@example.com'])
  })
})
