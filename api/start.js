// Plain JavaScript, so that a Node too old for the rest can read it and say so. The npm scripts put the pinned Node of node_modules/.bin first.
import module from 'node:module'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

if (!process.features.typescript) {
  process.stderr.write(
    `Mergewell needs Node 22.18 or later to run; this is ${process.version}. ` +
      'Start it with "npm start" after a plain "npm ci", which brings Node 24 where it can, or install a newer Node.\n',
  )
  process.exit(1)
}

const EXPECTED = /type stripping|sqlite/i
const { emitWarning } = process
process.emitWarning = function (warning, ...rest) {
  const type = typeof rest[0] === 'object' ? rest[0].type : rest[0]
  if (type === 'ExperimentalWarning' && EXPECTED.test(String(warning))) return
  Reflect.apply(emitWarning, process, [warning, ...rest])
}

// Compiled code is cached on disk: this saves a third of the work of a start.
module.enableCompileCache?.(fileURLToPath(new URL('../node_modules/.cache/compiled', import.meta.url)))

if (process.argv.includes('--dev')) await import('./dev.ts')
// `npm run dev` restarts the API when one of its sources changes.
else if (process.argv.includes('--behind-vite')) await import('./main.ts')
else await startServer(fileURLToPath(new URL('..', import.meta.url)).replace(/[\\/]$/, ''))

/** Runs the bundled server if it matches the sources; otherwise the sources, and then makes the bundle for the next start. */
async function startServer(root) {
  const { ENTRY, findServerBundle } = await import('#api/build/server-bundle.ts')
  const bundle = findServerBundle(root)
  if (bundle) {
    const { nameSourcesInStacks } = await import('#api/build/source-map-stack-traces.ts')
    nameSourcesInStacks(bundle)
    await import(pathToFileURL(join(bundle, ENTRY)).href)
    return
  }
  await import('./main.ts')
  const { buildServerInBackground } = await import('#api/build/build-server.ts')
  buildServerInBackground(root)
}
