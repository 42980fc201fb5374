import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { expect, it } from 'vitest'

const root = resolve(import.meta.dirname, '..')

/**
 * The import rules (docs/build/architecture.md): for each room, which of our folders its files may import (`type:` = types
 * only) and which packages (null = any). The first matching room applies.
 */
const ROOMS: { room: string; own: string[]; packages: RegExp | null }[] = [
  { room: 'schema/domain/html', own: ['schema/domain'], packages: /^(parse5|entities\/decode)$/ },
  { room: 'schema/domain/builder/import', own: ['schema/domain'], packages: /^parse5$/ },
  { room: 'schema/domain/accounts/passwords', own: ['schema/domain'], packages: /^@zxcvbn-ts\/.*$/ },
  {
    room: 'schema/domain/contacts/whereabouts',
    own: ['schema/domain'],
    packages: /^(city-timezones|libphonenumber-js\/min|windows-iana)$/,
  },
  { room: 'schema/domain/zones', own: ['schema/domain'], packages: /^moment-timezone$/ },
  { room: 'schema/domain', own: ['schema/domain'], packages: /^(zod|isbot)$/ },
  {
    room: 'schema/client',
    own: ['schema/client'],
    packages: /^(graphql|graphql-ws|openapi-fetch|openapi-typescript|standardwebhooks|typescript)$/,
  },
  { room: 'schema', own: ['schema', 'type:api'], packages: /^(@pothos\/.*|zod|graphql)$/ },
  { room: 'api/providers', own: ['api/providers', 'api/sending', 'api/platform', 'schema/domain'], packages: null },
  {
    room: 'api/sending',
    own: ['api/sending', 'api/platform', 'schema/domain'],
    packages: /^(node:.*|pino|html-to-text|nodemailer(\/.*)?|pg-boss|kysely|undici)$/,
  },
  {
    room: 'api/platform',
    own: ['api/platform', 'api/database-entities.ts', 'schema', 'migrations'],
    packages: null,
  },
  { room: 'api', own: ['api', 'schema', 'migrations', 'sandbox'], packages: null },
  { room: 'sandbox', own: ['sandbox', 'api', 'schema/domain'], packages: null },
  { room: 'web/ui', own: ['web/ui'], packages: null },
  { room: 'web', own: ['web', 'schema/domain'], packages: null },
  { room: 'migrations', own: ['migrations'], packages: /^@mikro-orm\/.*$/ },
]

/** Packages restricted to one place. */
const ALONE: Record<string, RegExp> = {
  'pg-boss': /^api\/platform\/jobs\/job-queue\.ts$/,
  '@azure/msal-node': /^(api\/providers|sandbox)\//,
  '@googleapis/gmail': /^sandbox\//,
  'google-auth-library': /^(api\/providers|sandbox)\//,
  '@pothos/core': /^schema\//,
  '@zxcvbn-ts/core': /^schema\/domain\/accounts\/passwords\//,
  'moment-timezone': /^schema\/domain\/zones\//,
  parse5: /^schema\/domain\/(html|builder\/import)\//,
  'entities/decode': /^schema\/domain\/html\//,
}

/** Large; loaded when it is needed (`import()`), so that no page and no start waits for it. */
const LOADED_LATER = ['schema/domain/accounts/passwords/', 'schema/domain/contacts/whereabouts/time-zone-of.ts']

const ALIASES: Record<string, string> = {
  '#domain/': 'schema/domain/',
  '#zone-data': 'schema/domain/zones/zone-data.ts',
  '#schema/': 'schema/',
  '#api/': 'api/',
  '#sandbox/': 'sandbox/',
  '#web/': 'web/',
  '#tests/': 'tests/',
}
const IMPORT = /(?:^|\n)\s*(import|export)\s+(type\s)?(?:[^'";]*?\sfrom\s+)?['"]([^'"]+)['"]/g
/** An import that loads when it is reached. */
const LATER = /\bimport\(\s*['"]([^'"]+)['"]/g

function sources(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name).replaceAll('\\', '/'))
    .filter(
      (name) => /\.tsx?$/.test(name) && !/\.d\.ts$|\.test\.tsx?$|\/(generated|dist|testing|node_modules)\//.test(name),
    )
}

function place(file: string, specifier: string): string | null {
  for (const [alias, folder] of Object.entries(ALIASES)) {
    if (specifier.startsWith(alias)) return specifier.replace(alias, folder)
  }
  return specifier.startsWith('.')
    ? relative(root, resolve(root, dirname(file), specifier)).replaceAll('\\', '/')
    : null
}

/** The violation an import makes, or null. */
function complaint(file: string, specifier: string, typeOnly: boolean): string | null {
  const rules = ROOMS.find(({ room }) => file.startsWith(`${room}/`))
  if (!rules) return null
  const target = place(file, specifier)
  if (target === null) {
    const alone = ALONE[specifier]
    if (alone && !alone.test(file) && !typeOnly) return `${specifier} belongs to ${alone.source} alone`
    return rules.packages === null || rules.packages.test(specifier) || typeOnly
      ? null
      : `${specifier} is no package for ${rules.room}`
  }
  if (LOADED_LATER.some((folder) => target.startsWith(folder)) && !typeOnly)
    return `${target} is to be loaded when it is needed`
  const allowed = rules.own.some((own) =>
    own.startsWith('type:')
      ? typeOnly && target.startsWith(`${own.slice(5)}/`)
      : target === own || target.startsWith(`${own}/`),
  )
  return allowed ? null : `${rules.room} may not import ${target}`
}

it('the source code imports in every folder only what the architecture allows', () => {
  const complaints = ['schema', 'api', 'sandbox', 'web', 'migrations'].flatMap(sources).flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(IMPORT)].flatMap(([, , type, specifier = '']) => {
      const found = complaint(file, specifier, type !== undefined)
      return found ? [`${file}: ${found}`] : []
    }),
  )
  expect(complaints).toEqual([])
})

it('the check of imports finds one that breaks the rules', () => {
  expect(complaint('schema/domain/tenants/plans.ts', 'pg', false)).toContain('no package')
  expect(complaint('schema/contacts.ts', '#api/contacts/contacts.ts', false)).toContain('may not import')
  expect(complaint('schema/contacts.ts', '#api/contacts/contacts.ts', true)).toBeNull()
  expect(complaint('web/ui/button.tsx', '../campaigns/x.ts', false)).toContain('may not import')
  expect(complaint('api/contacts/contacts.ts', 'pg-boss', false)).toContain('alone')
  expect(complaint('web/accounts/login-page.tsx', '#domain/accounts/passwords/password-strength.ts', false)).toContain(
    'when it is needed',
  )
})

/** The text after `start` up to the quote that ends it, without what is inserted into it. */
function literalAt(text: string, start: number): string {
  const quote = text[start]
  let literal = ''
  let at = start + 1
  while (at < text.length && text[at] !== quote) {
    if (quote === '`' && text.startsWith('${', at)) {
      let depth = 1
      at += 2
      while (at < text.length && depth > 0) {
        if (text[at] === '{') depth += 1
        if (text[at] === '}') depth -= 1
        at += 1
      }
    } else {
      literal += text[at]
      at += 1
    }
  }
  return literal
}

/** A statement that takes values by position. */
function hasPositions(text: string): boolean {
  return [...text.matchAll(/\.execute(?:<[^(]*>)?\(\s*(?=[`'])/g)].some((call) =>
    literalAt(text, call.index + call[0].length).includes('?'),
  )
}

it('the source code passes values to SQL by name', () => {
  const found = sources('api')
    .filter((file) => !file.startsWith('sandbox/'))
    .filter((file) => hasPositions(readFileSync(join(root, file), 'utf8')))
  expect(found).toEqual([])
})

/** The rooms of the server from the top, as docs/build/architecture.md lists them. */
const ORDER = [
  ...readFileSync(join(root, 'docs/build/architecture.md'), 'utf8').matchAll(/^\d+\. `([a-z-]+)`: /gm),
].map(([, room]) => room!)

/** Returns whether an import leads from a room of the server to one above it. */
function leadsUp(file: string, target: string): boolean {
  const [from, to] = [file, target].map((path) => /^api\/([a-z-]+)\//.exec(path)?.[1])
  return from !== undefined && to !== undefined && ORDER.indexOf(to) < ORDER.indexOf(from)
}

it('the architecture test lists every folder of the server once', () => {
  const rooms = readdirSync(join(root, 'api'), { withFileTypes: true }).filter((entry) => entry.isDirectory())
  expect(ORDER.toSorted()).toEqual(rooms.map(({ name }) => name).toSorted())
})

it('each folder of the server imports only from folders below it', () => {
  const found = sources('api').flatMap((file) =>
    importsOf(file, readFileSync(join(root, file), 'utf8'))
      .filter((target) => leadsUp(file, target))
      .map((target) => `${file} → ${target}`),
  )
  expect(found).toEqual([])
})

it('the check of imports finds one from a folder above', () => {
  expect(leadsUp('api/emails/claim-emails.ts', 'api/campaigns/campaign.ts')).toBe(true)
  expect(leadsUp('api/campaigns/campaign.ts', 'api/emails/claim-emails.ts')).toBe(false)
  expect(leadsUp('api/app.ts', 'api/emails/claim-emails.ts')).toBe(false)
})

it('the source code writes the table email_logs in api/emails only', () => {
  const found = sources('api')
    .filter((file) => !file.startsWith('api/emails/'))
    .filter((file) => writesEmails(readFileSync(join(root, file), 'utf8')))
  expect(found).toEqual([])
})

/** A statement that inserts, changes or deletes rows of email_logs. */
const writesEmails = (text: string): boolean =>
  /(update|insert into|delete from)\s+(public\.)?email_logs\b|native(Update|Delete)\(\s*EmailLog|create\(\s*EmailLog/.test(
    text,
  )

it('the search for SQL that writes email_logs finds it', () => {
  expect(writesEmails('`with a as (\n update email_logs l set error = null)`')).toBe(true)
  expect(writesEmails('em.nativeDelete(EmailLog, {})')).toBe(true)
  expect(writesEmails('`select * from email_logs for update`')).toBe(false)
})

it('the search for values that are passed to SQL by position finds them', () => {
  expect(hasPositions("em.execute('select lock(hashtext(?, 0))', [name])")).toBe(true)
  expect(hasPositions('em.execute<{ id: string }[]>(\n  `select id from t where a = any (?::uuid[])`, [ids])')).toBe(
    true,
  )
  expect(hasPositions("em.execute(`select 1 ${only ? `where ${own('l')}` : ''} and b = ?`, [b])")).toBe(true)
  expect(hasPositions("em.execute(`select 1 ${only ? 'where id = :id' : ''}`, { id })")).toBe(false)
})

/** Import cycles, each as its shortest path. */
function circles(graph: ReadonlyMap<string, readonly string[]>): string[] {
  const found = new Set<string>()
  for (const start of graph.keys()) {
    const from = new Map<string, string>()
    const queue = [start]
    for (const file of queue) {
      for (const next of graph.get(file) ?? []) {
        if (next === start) {
          const way = [file]
          while (way[0] !== start) way.unshift(from.get(way[0]!)!)
          const first = way.toSorted()[0]!
          const turned = [...way.slice(way.indexOf(first)), ...way.slice(0, way.indexOf(first))]
          found.add(turned.join(' → '))
        } else if (!from.has(next)) {
          from.set(next, file)
          queue.push(next)
        }
      }
    }
  }
  return [...found].toSorted()
}

/** Our files that a file imports: values, types, and what it loads later. */
function importsOf(file: string, text: string): string[] {
  const specifiers = [
    ...[...text.matchAll(IMPORT)].map(([, , , specifier = '']) => specifier),
    ...[...text.matchAll(LATER)].map(([, specifier = '']) => specifier),
  ]
  return [...new Set(specifiers.flatMap((specifier) => place(file, specifier) ?? []))].filter((each) => each !== file)
}

it('the source code has no import cycles', () => {
  const graph = new Map(
    ['api', 'sandbox', 'schema', 'web']
      .flatMap(sources)
      .map((file) => [file, importsOf(file, readFileSync(join(root, file), 'utf8'))] as const),
  )
  expect(circles(graph)).toEqual([])
})

it('the check of imports finds a cycle through types and imports that load later', () => {
  const texts: Record<string, string> = {
    'api/a.ts': "import type { B } from './b.ts'",
    'api/b.ts': "const c = () => import('#api/c.ts')",
    'api/c.ts': "import { d } from './d.ts'\nexport * from './a.ts'",
    'api/d.ts': "import 'node:fs'",
  }
  const graph = new Map(Object.entries(texts).map(([file, text]) => [file, importsOf(file, text)]))
  expect(circles(graph)).toEqual(['api/a.ts → api/b.ts → api/c.ts'])
})

const BRITISH =
  /\b\w*?(?:colour|behaviour|neighbour|favour|honour|licence|defence|centre|labelled(?!by)|learnt|(?:gn|[aiou]l|an|ar|or|im|on)is(?:e|ing|ation))\w*/gi

/** British names that stay: those of the contract and of stored ledgers, and words to read other people's text by. */
const KEPT = /[Oo]rganisation(?:s|:|Use|Licences|Limit|Headroom|',)|ORGANISATION_(?:LIMIT|BLOCKED)|Autoriser/g

const britishWords = (text: string): readonly string[] => text.replaceAll(KEPT, '').match(BRITISH) ?? []

it('the source code, the screens and the docs use American spelling', () => {
  const docs = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' }).map((name) => join('docs', name))
  const files = [...['api', 'schema', 'web'].flatMap(sources), ...docs.filter((name) => name.endsWith('.md'))]
  const found = files.flatMap((file) =>
    britishWords(readFileSync(join(root, file), 'utf8')).map((each) => [file, each]),
  )
  expect(found).toEqual([])
})

it('the check of spelling finds British words, also within names, but allows the names of the contract', () => {
  const text = 'Licences of an organisation, recognised by cancelled; organisationLimit, ownColours, aria-labelledby'
  expect(britishWords(text)).toEqual(['Licences', 'organisation', 'recognised', 'ownColours'])
})

/** Files of the web app's first pages, and of the first page of a signed-in person. */
const FIRST_FILES = ['main.tsx', 'shell/main-app.tsx', 'accounts/login-page.tsx', 'dashboard/dashboard-page.tsx']

/** The files that load at once with these, and what they import from packages. */
function loadedWith(files: readonly string[]): { files: Set<string>; packages: Set<string> } {
  const found = new Set(files)
  const packages = new Set<string>()
  for (const file of found) {
    for (const [, , type, specifier = ''] of readFileSync(join(root, file), 'utf8').matchAll(IMPORT)) {
      if (type) continue
      const own = place(file, specifier)
      if (!own) packages.add(specifier)
      else if (/\.tsx?$/.test(own) && !own.includes('/generated/')) found.add(own)
    }
  }
  return { files: found, packages }
}

it('the web app loads the builder and charts with the pages that show them, not with the first ones', () => {
  const large = (files: string[]) => {
    const loaded = loadedWith(files.map((file) => `web/${file}`))
    return [
      ...[...loaded.files].filter((file) => /^web\/builder\/(builder-page|canvas)/.test(file)),
      ...[...loaded.packages].filter((name) => /^recharts|dnd/.test(name)),
    ].toSorted()
  }
  expect(large(FIRST_FILES)).toEqual([])
  expect(large(['builder/builder-page.tsx', 'campaigns/analytics/charts/campaign-charts.tsx'])).toEqual(
    expect.arrayContaining(['recharts', 'web/builder/builder-page.tsx']),
  )
})

it('the source code repeats work with runPeriodically only', () => {
  const repeating = sources('api').filter((file) => /\bsetInterval\(/.test(readFileSync(join(root, file), 'utf8')))
  // A body that arrives is watched as long as its request lasts.
  expect(repeating).toEqual(['api/platform/http/bodies/body-arrival.ts'])
})
