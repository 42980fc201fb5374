import { execFile } from 'node:child_process'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { icons as lucide } from '@iconify-json/lucide'
import { codegen } from '@graphql-codegen/core'
import { preset } from '@graphql-codegen/client-preset'
import { buildASTSchema, type DocumentNode, Kind, parse, print, printSchema, visit } from 'graphql'
import { API_VERSION } from './schema/api-version.ts'
import { contractChanges, versionProblem } from './schema/contract-changes.ts'
import { SETTINGS_SELECTION } from './schema/domain/settings/setting-register.ts'
import { restTypes } from './schema/client/generate.ts'
import { enumTables, plainValueOf } from './schema/enum-spelling.ts'
import { openApi } from '#api/rest/openapi.ts'
import { schema } from '#schema/index.ts'
import { referencePages } from '#api/commands/reference-page-writer.ts'
import { asvsPage, storedRequirements } from './tests/asvs/security-requirements.ts'

/**
 * Generates schema/schema.graphql from the code, schema/client/rest.ts from the OpenAPI document, web/generated from the web app's documents,
 * and the pages of docs/ that repeat what the code holds (api/commands/reference-page-writer.ts, tests/asvs/security-requirements.ts). With `--check` it writes nothing, and fails if a file is stale, or if the contract changed since the
 * last release in a way that its version does not tell.
 */
const root = import.meta.dirname
const check = process.argv.includes('--check')
const CONTRACT = 'schema/schema.graphql'
/** Attributes that every drawing of Lucide repeats; web/ui/icon.tsx sets them once for all icons. */
const STROKE = 'fill="none" stroke="currentColor" stroke-linecap="round" stroke-linejoin="round" stroke-width="2"'
/** Placeholder for the colon of a plain value, which no GraphQL name contains. */
const COLON = '__colon__'

const files = new Map<string, string>()
files.set(CONTRACT, `${printSchema(schema)}\n`)
files.set('schema/client/rest.ts', await restTypes(openApi('http://127.0.0.1:4000')))
for (const [name, content] of referencePages()) files.set(name, content)
files.set('docs/operate/asvs.md', asvsPage(storedRequirements()))
for (const [name, content] of await webFiles()) files.set(name, content)

const stale: string[] = []
for (const [name, content] of files) {
  const path = join(root, name)
  if ((await readFile(path, 'utf8').catch(() => null)) === content) continue
  stale.push(name)
  if (check) continue
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, content)
}
if (check && stale.length > 0) {
  process.stderr.write(`Stale generated files: ${stale.join(', ')}. Run \`npm run codegen\`.\n`)
  process.exitCode = 1
} else if (!check) {
  process.stdout.write(`${stale.length === 0 ? 'Nothing' : stale.join(', ')} changed.\n`)
}

if (check) {
  const problem = await releaseProblem()
  if (problem !== null) {
    process.stderr.write(`${problem}\n`)
    process.exitCode = 1
  }
}

/**
 * Returns why the version of the contract does not fit its changes since the last release tag. Null if it fits, or if
 * there is no tag.
 */
async function releaseProblem(): Promise<string | null> {
  const git = async (...args: string[]) =>
    (await promisify(execFile)('git', args, { cwd: root, maxBuffer: 1 << 26 })).stdout.trim()
  const tag = await git('describe', '--tags', '--abbrev=0', '--match', 'v*').catch(() => null)
  if (tag === null) {
    process.stdout.write('No release tag here: the contract was compared with none.\n')
    return null
  }
  const since = /'(\d+\.\d+)'/.exec(await git('show', `${tag}:schema/api-version.ts`))?.[1] ?? API_VERSION
  return versionProblem(contractChanges(since, await git('show', `${tag}:${CONTRACT}`), schema), API_VERSION)
}

async function webFiles(): Promise<Map<string, string>> {
  const documents = []
  const iconNames = new Set<string>()
  const entries = await readdir(join(root, 'web'), { recursive: true, withFileTypes: true })
  const locations = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  for (const location of locations.toSorted()) {
    if (!/\.tsx?$/.test(location) || /web\/(generated|ui\/generated|dist)\//.test(location)) continue
    const source = await readFile(location, 'utf8')
    for (const [, names = ''] of source.matchAll(/import \{([^}]*)\} from '(?:#web\/ui|\.)\/generated\/icons\.ts'/g))
      for (const name of names.split(',')) iconNames.add(name.trim())
    for (const match of source.matchAll(/\bgraphql\(\s*(?:\/\* GraphQL \*\/\s*)?`([^`]*)`\s*,?\s*\)/g)) {
      const rawSDL = match[1] ?? ''
      documents.push({ location, rawSDL, document: withoutEnumLiterals(parse(rawSDL), location) })
    }
  }
  const settings = `fragment SettingValues on EmailSettings { ${SETTINGS_SELECTION} }`
  documents.push({
    location: 'schema/domain/settings/setting-register.ts',
    rawSDL: settings,
    document: parse(settings),
  })
  // The app holds enums in the spelling of the domain; web/client/enum-spelling.ts translates.
  const plain = visit(parse(printSchema(schema)), {
    EnumTypeDefinition: (type) => ({
      ...type,
      values: type.values?.map((value) => ({
        ...value,
        name: { ...value.name, value: plainValueOf(schema, type.name.value, value.name.value).replace(':', COLON) },
      })),
    }),
  })
  const options = {
    baseOutputDir: 'web/generated/',
    schema: plain,
    schemaAst: buildASTSchema(plain),
    documents,
    presetConfig: { fragmentMasking: false },
    config: {
      useTypeImports: true,
      enumsAsTypes: true,
      avoidOptionals: { field: true },
      scalars: { DateTime: 'string', JSON: 'unknown', ID: { input: 'string', output: 'string' } },
      importExtension: '.ts',
    },
    plugins: [],
    pluginMap: {},
    generates: {},
  }
  const outputs = await preset.buildGeneratesSection(options)
  const generated = new Map<string, string>()
  for (const output of outputs) generated.set(output.filename, (await codegen(output)).replaceAll(COLON, ':'))
  generated.set('web/generated/enums.ts', enumTables(schema))
  generated.set('web/ui/generated/icons.ts', drawnIcons(iconNames))
  return generated
}

/** The icons that the web app imports, from Lucide's drawings. */
function drawnIcons(names: ReadonlySet<string>): string {
  const lines = [...names]
    .filter(Boolean)
    .toSorted()
    .map((name) => {
      const id = name.replaceAll(/(?<=[a-z])(?=[A-Z\d])|(?<=\d)(?=[A-Z])/g, '-').toLowerCase()
      const drawing = lucide.icons[lucide.aliases?.[id]?.parent ?? id]?.body
      if (drawing === undefined) throw new Error(`Lucide has no icon ${id}, which the web app imports as ${name}.`)
      return `export const ${name} = icon('${id}', '${drawing.replaceAll(` ${STROKE}`, '')}')`
    })
  return `/* eslint-disable */\nimport { icon } from '../icon.tsx'\n\n${lines.join('\n')}\n`
}

/** Literals are not translated between the schema's spelling and the app's, so enums are variables. */
function withoutEnumLiterals(document: DocumentNode, location: string): DocumentNode {
  visit(document, {
    [Kind.ENUM]: (node) => {
      throw new Error(`${location}: pass ${print(node)} as a variable`)
    },
  })
  return document
}
