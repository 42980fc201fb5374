import * as fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import {
  chooseColumns,
  columnLetter,
  excludesFromTracking,
  hasEmailColumn,
  type KnownField,
  recognizeHeaders,
} from './contact-columns.ts'
import { findTags } from '../content/merge-tags.ts'
import { tagKey } from './tag-key.ts'
import { runsOf } from '#tests/support/full-run-only.ts'

function fields(...headers: string[]) {
  return recognizeHeaders(headers).map(({ field }) =>
    typeof field === 'object' && field ? `{${field.custom}}` : field,
  )
}

describe('the columns that Outlook exports', () => {
  it.each([
    ['fr', 'Prénom', 'Nom', 'Adresse de messagerie'],
    ['it', 'Nome', 'Cognome', 'Indirizzo posta elettronica'],
    ['ja', '名', '姓', '電子メール アドレス'],
    ['ru', 'Имя', 'Фамилия', 'Адрес эл. почты'],
    ['zh', '名', '姓', '电子邮件地址'],
    ['zh-TW', '名字', '姓氏', '電子郵件地址'],
    ['pt', 'Nome Próprio', 'Apelido', 'Endereço de correio eletrónico'],
    ['cs', 'Křestní jméno', 'Příjmení', 'Adresa elektronické pošty'],
    ['sk', 'Krstné meno', 'Priezvisko', 'E-mailová adresa'],
    ['hu', 'Utónév', 'Vezetéknév', 'E-mail cím'],
    ['el', 'Όνομα', 'Επώνυμο', 'Διεύθυνση ηλεκτρονικού ταχυδρομείου'],
    ['he', 'שם פרטי', 'שם משפחה', 'כתובת דואר אלקטרוני'],
    ['ar', 'الاسم الأول', 'اسم العائلة', 'عنوان البريد الإلكتروني'],
    ['ko', '이름', '성', '전자 메일 주소'],
    ['uk', 'Ім’я', 'Прізвище', 'Адреса електронної пошти'],
    ['bg', 'Име', 'Фамилия', 'Имейл адрес'],
    ['hr', 'Ime', 'Prezime', 'Adresa e-pošte'],
    ['sl', 'Ime', 'Priimek', 'E-poštni naslov'],
    ['sr', 'Име', 'Презиме', 'Адреса е-поште'],
    ['lt', 'Vardas', 'Pavardė', 'El. pašto adresas'],
    ['lv', 'Vārds', 'Uzvārds', 'E-pasta adrese'],
    ['et', 'Eesnimi', 'Perekonnanimi', 'E-posti aadress'],
    ['th', 'ชื่อ', 'นามสกุล', 'ที่อยู่อีเมล'],
    ['id', 'Nama Depan', 'Nama Belakang', 'Alamat Email'],
    ['fa', 'نام', 'نام خانوادگی', 'نشانی ایمیل'],
    ['hi', 'पहला नाम', 'उपनाम', 'ईमेल पता'],
    ['ca', 'Nom', 'Cognoms', 'Adreça electrònica'],
    ['is', 'Fornafn', 'Eftirnafn', 'Netfang'],
  ])('are recognized in %s', (_, first, last, email) => {
    expect(fields(first, last, email)).toEqual(['firstName', 'lastName', 'email'])
  })
})

describe('a header is recognized by meaning', () => {
  const meanings: Record<KnownField, string[]> = {
    serialNumber: [
      'S.No',
      'S. No.',
      's no',
      'Sr No',
      'Sr. No.',
      'Sl.No.',
      '#',
      'No',
      'No.',
      'Nr.',
      'N°',
      'Nº',
      '№',
      'Serial #',
    ],
    firstName: [
      'First Name',
      'first_name',
      'FirstName',
      'FIRST-NAME',
      'Given name',
      'Vorname',
      'Prénom',
      'prenom',
      'First\nName *',
    ],
    lastName: [
      'Last Name',
      'last_name',
      'lastName',
      'Surname',
      'Family name',
      'Nachname',
      'Apellidos',
      'Příjmení',
      'SOYADI',
      '姓',
    ],
    email: [
      'Email',
      'E-mail',
      'E-Mail',
      'EMAIL ADDRESS',
      'E-mail address',
      'Mail',
      'Email ID',
      'email:',
      'E\u2011mail',
      'Adresse e-mail',
      'Correo electrónico',
      'E-Mail-Adresse',
      'メールアドレス',
      '联系邮箱',
      '会社メールアドレス',
      '회사 이메일',
      'Work Email',
      'workEmail',
      'Email (work)',
      'Customer e-mail address (required)',
      'E-mail 1 - Value',
    ],
    fullName: [
      'Name',
      'Full Name',
      'fullname',
      'Contact name',
      'Customer Name',
      'Nombre completo',
      'Vor- und Nachname',
      '氏名',
    ],
    noTracking: ['No tracking', 'Do not track', 'do_not_track', 'Don’t track', 'Kein Tracking', 'DNT', '追跡しない'],
    trackingConsent: ['Tracking consent', 'Tracking allowed', 'Tracking erlaubt', 'Customer tracking consent'],
  }

  test('a column with a parcel’s tracking number stays a merge tag', () => {
    expect(fields('Tracking', 'Tracking number')).toEqual(['{Tracking}', '{Tracking number}'])
  })

  test.each([
    ['noTracking', { excluded: ['yes', 'x', '✓', '1', 'objected in May'], kept: ['no', 'Nein', 'FALSE', '0', ''] }],
    ['trackingConsent', { excluded: ['no', 'Non', 'false', 'withdrawn'], kept: ['yes', 'ok', 'x', ''] }],
  ] as const)('a cell in a column of the kind %s says who is excluded from tracking', (field, { excluded, kept }) => {
    expect(excluded.filter((text) => !excludesFromTracking(field, text))).toEqual([])
    expect(kept.filter((text) => excludesFromTracking(field, text))).toEqual([])
  })

  test.each(Object.entries(meanings).flatMap(([field, headers]) => headers.map((header) => [header, field])))(
    'a column named %j is recognized as %s',
    (header, field) => expect(fields(header)).toEqual([field]),
  )

  test.each([
    'Company',
    'Company name',
    'User name',
    'Phone',
    'Phone #',
    'Email sent',
    'Email opt-in',
    'ID',
    'Notes',
    'Contact',
  ])('a column named %j becomes a custom field of the contact', (header) =>
    expect(fields(header)).toEqual([`{${header}}`]),
  )

  test('the columns of the template file', () => {
    expect(fields('S.No', 'First Name', 'Last Name', 'Email')).toEqual([
      'serialNumber',
      'firstName',
      'lastName',
      'email',
    ])
  })

  test.each([
    [
      ['Vorname', 'Name', 'E-Mail'],
      ['firstName', 'lastName', 'email'],
    ],
    [
      ['Nom', 'Prénom', 'Courriel'],
      ['lastName', 'firstName', 'email'],
    ],
    [
      ['Nome', 'Cognome', 'Email'],
      ['firstName', 'lastName', 'email'],
    ],
    [
      ['收货人姓名', '联系邮箱'],
      ['fullName', 'email'],
    ],
    [
      ['Name', 'Email'],
      ['fullName', 'email'],
    ],
    [
      ['First name', 'Last name', 'Name', 'Email'],
      ['firstName', 'lastName', 'fullName', 'email'],
    ],
    [
      ['First name', 'Full name', 'Email'],
      ['firstName', 'fullName', 'email'],
    ],
    [
      ['Company name', 'Contact name', 'Email'],
      ['{Company name}', 'fullName', 'email'],
    ],
  ])('the columns %j are recognized: a lone “name” depends on its neighbors', (headers, meaning) => {
    expect(fields(...headers)).toEqual(meaning)
  })
})

describe('the columns of a sheet without a known meaning', () => {
  test('are kept under their header, as a valid merge tag', () => {
    expect(fields('Email', ' Company\r\nName ', 'Größe {cm}', '% off', 'a|b', 'Amount ($)', "Guest's #")).toEqual([
      'email',
      '{Company Name}',
      '{Größe cm}',
      '{off}',
      '{a b}',
      '{Amount}',
      "{Guest's #}",
    ])
  })

  test('get a number if an earlier column has the same meaning or name', () => {
    expect(fields('Mail', 'Mail', 'E-mail', 'Email', 'Plan', 'plan', 'PLAN ')).toEqual([
      'email',
      '{Mail 2}',
      '{E-mail 2}',
      '{Email 3}',
      '{Plan}',
      '{plan 2}',
      '{PLAN 3}',
    ])
  })

  test('include “Work email” if another column is called exactly “Email”, wherever that is', () => {
    expect(fields('Work email', 'Email')).toEqual(['{Work email}', 'email'])
  })

  test('are named after their letter if the header is only punctuation', () => {
    expect(fields('Email', '???', '__proto__')).toEqual(['email', '{Column B}', '{proto__}'])
  })

  test('do not include columns without a header and those added by the rejected rows file', () => {
    expect(fields('Rejected row', 'Reason for rejection', '', 'Email', ' \t')).toEqual([
      null,
      null,
      null,
      'email',
      null,
    ])
  })

  test('get a merge tag of their own each, and every other column is recognized once', () => {
    const header = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 80 }),
      fc.string({ maxLength: 80 }),
      fc.constantFrom(
        'Email',
        'e-mail',
        'Name',
        'First name',
        'Last name',
        '#',
        'Plan',
        'plan',
        'Plan 2',
        '__proto__',
        'constructor',
      ),
    )
    fc.assert(
      fc.property(fc.array(header, { maxLength: 30 }), (headers) => {
        const columns = recognizeHeaders(headers)
        expect(columns.map((column) => column.index)).toEqual(headers.map((_, index) => index))
        const known = columns.flatMap(({ field }) => (typeof field === 'string' ? [field] : []))
        expect(new Set(known).size).toBe(known.length)
        const custom = columns.flatMap(({ field }) => (typeof field === 'object' && field ? [field.custom] : []))
        const keys = [...custom, 'firstName', 'lastName', 'fullName', 'email'].map(tagKey)
        expect(new Set(keys).size).toBe(keys.length)
        for (const name of custom) {
          expect(name.length).toBeLessThanOrEqual(60)
          expect(findTags(`{${name}}`)).toEqual([name])
        }
        expect(hasEmailColumn(columns)).toBe(known.includes('email'))
      }),
      { numRuns: runsOf(300) },
    )
  })
})

test('spreadsheet columns are named with letters', () => {
  expect([0, 25, 26, 701, 702].map(columnLetter)).toEqual(['A', 'Z', 'AA', 'ZZ', 'AAA'])
})

describe("a user's choice of columns", () => {
  const sheet = recognizeHeaders(['Name', 'Email', 'City', ''])
  const chosen = (...choices: Parameters<typeof chooseColumns>[1]) => {
    const { columns, problem } = chooseColumns(sheet, choices)
    return problem ?? columns.map(({ field }) => (typeof field === 'object' && field ? `{${field.custom}}` : field))
  }

  test('changes nothing if empty', () => {
    expect(chosen()).toEqual(['fullName', 'email', '{City}', null])
  })

  test('takes precedence over recognition, and the displaced column becomes a custom field', () => {
    expect(chosen({ index: 2, field: 'email' })).toEqual(['fullName', '{Email 2}', 'email', null])
    expect(chosen({ index: 0, field: 'firstName' }, { index: 2, field: 'ignored' })).toEqual([
      'firstName',
      'email',
      null,
      null,
    ])
    expect(chosen({ index: 3, field: 'custom' })).toEqual(['fullName', 'email', '{City}', '{Column D}'])
    expect(chosen({ index: 2, field: 'custom', name: 'Town' })[2]).toBe('{Town}')
    expect(chosen({ index: 2, field: 'custom', name: 'city' })[2]).toBe('{city}')
    expect(chosen({ index: 2, field: 'ignored' }, { index: 3, field: 'custom', name: 'City' }).slice(2)).toEqual([
      null,
      '{City}',
    ])
  })

  test.each([
    [[{ index: 1, field: 'ignored' }], 'Choose the column with the email addresses.'],
    [[{ index: 4, field: 'ignored' }], 'This sheet has no column E.'],
    [[0, 2].map((index) => ({ index, field: 'lastName' })), 'Only one column can be the last name, not both A and C.'],
    [[{ index: 2, field: 'custom', name: 'e-mail' }], 'The name “e-mail” is taken.'],
    [[{ index: 3, field: 'custom', name: 'City' }], 'The name “City” is taken.'],
    [[{ index: 3, field: 'custom', name: 'CITY' }], 'The name “CITY” is taken.'],
    [[2, 3].map((index) => ({ index, field: 'custom', name: 'Town' })), 'The name “Town” is taken.'],
    [[{ index: 2, field: 'custom', name: '{x}' }], 'The name of a field must begin with a letter or a digit.'],
    [
      [{ index: 2, field: 'custom', name: 'a{b' }],
      'The name “a{b” contains a character that merge tags cannot contain: {',
    ],
    [[{ index: 2, field: 'custom', name: '__proto__' }], 'The name of a field must begin with a letter or a digit.'],
    [[{ index: 2, field: 'custom', name: 'x'.repeat(61) }], 'The name of a field must be at most 60 characters long.'],
  ] as [Parameters<typeof chooseColumns>[1], string][])(
    'that is impossible is refused with a reason: %j',
    (choices, sentence) => {
      expect(chosen(...choices)).toBe(sentence)
    },
  )
})
