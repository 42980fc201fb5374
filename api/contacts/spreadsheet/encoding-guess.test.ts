import { describe, expect, it } from 'vitest'
import { encode, decode } from 'iconv-lite'
import { guessEncoding } from './encoding-guess.ts'

type Encoding = 'windows-1252' | 'windows-1250' | 'iso-8859-2'

const POLISH =
  'Imię;Nazwisko;E-mail;Miasto\nŁukasz;Wójcik;lukasz@example.pl;Łódź\nMałgorzata;Wiśniewska;m@example.pl;Poznań\nŻaneta;Dąbrowska;z@example.pl;Gdańsk\nJózef;Zając;j@example.pl;Święcice\n'
const CZECH =
  'Jméno;Příjmení;E-mail;Město\nJiří;Dvořák;jiri@example.cz;Plzeň\nTomáš;Němec;tomas@example.cz;Brno\nBožena;Růžičková;b@example.cz;České Budějovice\n'
const SLOVAK =
  'Meno;Priezvisko;E-mail\nĽuboš;Kováč;l@example.sk\nZuzana;Dzurňáková;z@example.sk\nJán;Ďurica;j@example.sk\n'
const HUNGARIAN =
  'Név;E-mail;Város\nErdős Pál;p@example.hu;Győr\nSzűcs Ágnes;a@example.hu;Gyöngyös\nFűzi Ödön;o@example.hu;Kőszeg\n'
const CROATIAN =
  'Ime;Prezime;E-mail\nŽeljko;Perić;z@example.hr\nDušan;Đurđević;d@example.hr\nMarija;Kovačić;m@example.hr\n'

const GERMAN =
  'Anrede;Name;E-Mail\nFrau;Jörg Müller;j@example.de\nHerr;Größe & Söhne, 30 m³;x@example.de\n“A” – 5 €;§ 3;°\n'
const FRENCH = 'Prénom;Nom;Adresse\nFrançois;Lefèvre;«Sœur Hélène»\nMaïté;Benoît;Noël, août, où, ça\n'
const SPANISH = 'Nombre;Dirección\nÍñigo Núñez;C/ Peña 3, 2º izq.\nÁngel García;¿Quién? ¡Sí!\n'
const PORTUGUESE = 'Nome\nJoão Simões\nConceição Araújo\nInês Lourenço\n'
const ITALIAN = 'Nome;Città\nNicolò;Forlì\nGiosuè;Cantù\nAndrà;Perché\n'
const DANISH = 'Navn\nSøren Kjær\nBjørn Åberg\nJørgen Pöhl\nRenée\n'
const MIXED = 'Name\nBjørn\nSøren\nJørgen\nMartínez\nGarcía\nJosé\nLópez\nFernández\n'

describe('the encoding of a text file of eight-bit characters', () => {
  it.each<[string, string, Encoding[]]>([
    ['Polish', POLISH, ['windows-1250', 'iso-8859-2']],
    ['Czech', CZECH, ['windows-1250', 'iso-8859-2']],
    ['Slovak', SLOVAK, ['windows-1250', 'iso-8859-2']],
    ['Hungarian', HUNGARIAN, ['windows-1250', 'iso-8859-2']],
    ['Croatian', CROATIAN, ['windows-1250', 'iso-8859-2']],
    ['Polish in capitals', POLISH.toUpperCase(), ['windows-1250', 'iso-8859-2']],
    ['one Polish name', 'Name\nLech Wałęsa\n', ['windows-1250']],
    ['German', GERMAN, ['windows-1252']],
    ['French', FRENCH, ['windows-1252']],
    ['Spanish', SPANISH, ['windows-1252']],
    ['Portuguese', PORTUGUESE, ['windows-1252']],
    ['Italian', ITALIAN, ['windows-1252']],
    ['Danish', DANISH, ['windows-1252']],
    ['several Western languages', MIXED, ['windows-1252']],
    ['all Western languages', GERMAN + FRENCH + SPANISH + PORTUGUESE + ITALIAN + DANISH, ['windows-1252']],
    ['signs', '©Acme ®Beta £50 ±3 m³ 5½ M³Group\n', ['windows-1252']],
    ['final letters', 'Jméno\nTomáš\nLuboš\nJiří Němec\nVěra Kučerová\n', ['windows-1250', 'iso-8859-2']],
    [
      'a few names of several languages, and apostrophes',
      'O’Neill, Siân\nO’Neill\nFernández, Iñaki\nJon Fernández\n',
      ['windows-1252'],
    ],
    ['a foreign name', 'Name\nBjørn Müller\n', ['windows-1252']],
  ])('is recognized: %s', (_, text, encodings) => {
    for (const encoding of encodings) {
      const bytes = encode(text, encoding)
      expect(decode(bytes, guessEncoding(bytes))).toBe(text)
    }
  })
})
