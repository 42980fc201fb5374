import { describe, expect, it } from 'vitest'
import { commentComplaints, complaintsAbout, rulesOf, type Facts } from './check-docs.ts'

const facts: Facts = {
  paths: new Set(['docs/a.md', 'docs/b.md', 'api/mail.ts']),
  anchors: new Map([['docs/b.md', new Set(['a-heading'])]]),
  scripts: new Set(['check']),
  words: new Set(['claimEmails', 'email_logs', 'tenant_id', 'DRAIN_SECONDS', 'AGENTS_MAY_NOT']),
  rules: new Set(['contacts', 'contacts.add']),
}

describe('complaintsAbout, the check of a document,', () => {
  it.each([
    '[b](b.md), [heading](b.md#a-heading), [web](https://example.com)',
    '`api/mail.ts`, `api/*.ts`, `mail.ts`, `npm run check`',
    '`claimEmails()`, `email_logs.tenant_id`, `DRAIN_SECONDS`, `agents_may_not`, `pg_dump`',
    '(product: contacts.add), (product: contacts)',
    '`plain words`, `true`, `409`',
    '```sh\nsome_other_program\n```',
  ])('reports nothing for links that exist: %s', (text) => {
    expect(complaintsAbout('docs/a.md', text, facts)).toEqual([])
  })

  it.each([
    ['[c](c.md)', 'the link c.md leads nowhere'],
    ['[c](b.md#other)', 'docs/b.md has no heading #other'],
    ['`api/gone.ts`', 'there is no api/gone.ts'],
    ['`gone.ts`', 'no file is named gone.ts'],
    ['`sendLetters()`', 'no source file has sendLetters()'],
    ['`email_logs.letters_id`', 'no source file has email_logs.letters_id'],
    ['`npm run gone`', 'npm run gone is no script of package.json'],
    ['(product: contacts.gone)', 'docs/product.md has no rule contacts.gone'],
  ])('reports what does not exist: %s', (text, complaint) => {
    expect(complaintsAbout('docs/a.md', text, facts)).toEqual([`docs/a.md: ${complaint}`])
  })
})

describe('commentComplaints, the check of doc comments,', () => {
  it('reports comments that open without a noun or verb, and no others', () => {
    const riddles = [
      '/** Whether it may. */',
      '/**\n * The same for a key.\n */',
      '  /** of the page */',
      '/** Why it failed. */',
      '/** its place */',
      '/** One page. */',
    ]
    const clear = ['/** Returns whether it may. */', '/**\n * Title of the page.\n */', '// of the page', '/* What */']
    expect([...riddles, ...clear].map((text) => commentComplaints(text).length)).toEqual([
      ...[1, 1, 1, 1, 1, 1],
      ...[0, 0, 0, 0],
    ])
  })

  it('reports comments that only say what a component or a type returns', () => {
    const returns = '/** Returns the day. */\n'
    expect(commentComplaints(`${returns}export function Day() {}`)).toHaveLength(1)
    expect(commentComplaints(`${returns}export interface Day {}`)).toHaveLength(1)
    expect(commentComplaints(`${returns}export function dayOf() {}\n/** A day. */\ninterface Day {}`)).toEqual([])
  })
})

describe('rulesOf, which lists the product rules of docs/product.md,', () => {
  it('returns the rule names in a table, and no other code', () => {
    expect(rulesOf('| rule | promise |\n|---|---|\n| `contacts.add` | Adds. |\n| `GET /x` | No. |\n')).toEqual([
      'contacts.add',
    ])
  })
})
