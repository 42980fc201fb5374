import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Plugin, Rolldown } from 'vite'
import type { Load } from '../pages.ts'

/** What the paths of the app show when signed out, as shell/main-app.tsx loads it. */
const LANDING_PAGE = './landing/landing-page.tsx'

/** The scripts of a path, which its HTML preloads: otherwise each is found only when the one before it runs. */
interface Preloads {
  /** as Express matches it */
  path: string
  signedIn: string[]
  signedOut: string[]
}

/** Writes preloads.json, from which the server adds the scripts of a path to its HTML. */
export function listPreloads(): Plugin {
  let root = ''
  return {
    name: 'mergewell-preloads',
    apply: 'build',
    configResolved: (config) => {
      root = config.root
    },
    async generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((each) => each.type === 'chunk')
      // The page of all widgets is built without the app.
      if (!chunks.some(({ facadeModuleId }) => facadeModuleId === join(root, 'index.html'))) return
      const present = new Set<Rolldown.OutputChunk>()
      for (const chunk of chunks) if (chunk.isEntry) withImports(bundle, chunk, present)
      // Imported while it runs: the bundle of the configuration would hold the whole app.
      const pages = (await import(pathToFileURL(join(root, 'pages.ts')).href)) as typeof import('../pages.ts')
      const scripts = (...modules: string[]): string[] => {
        const found = new Set<Rolldown.OutputChunk>()
        for (const module of modules) withImports(bundle, chunkOf(chunks, join(root, module)), found)
        return [...found.difference(present)].map(({ fileName }) => `/${fileName}`)
      }
      const mainApp = moduleOf(pages.loadMainApp)
      const landing = scripts(mainApp, LANDING_PAGE)
      const preloads: Preloads[] = [
        ...pages.OPEN_PAGES.map(({ path, load }) => {
          const own = scripts(moduleOf(load))
          return { path, signedIn: own, signedOut: own }
        }),
        ...pages.APP_PAGES.map(({ path, load }) => ({
          path: path === '*' ? '/{*path}' : path,
          signedIn: scripts(mainApp, moduleOf(load)),
          signedOut: landing,
        })),
      ]
      this.emitFile({ type: 'asset', fileName: 'preloads.json', source: JSON.stringify(preloads) })
    },
  }
}

/** The module that a function imports, relative to web/. */
function moduleOf(load: Load): string {
  return /\bimport\(['"](.+?)['"]\)/.exec(load.toString())?.[1] ?? ''
}

function chunkOf(chunks: Rolldown.OutputChunk[], module: string): Rolldown.OutputChunk {
  const chunk = chunks.find(({ moduleIds }) => moduleIds.includes(module))
  if (!chunk) throw new Error(`${module}, which a page loads, was not built`)
  return chunk
}

/** Adds a chunk and all that it imports at once. */
function withImports(
  bundle: Rolldown.OutputBundle,
  chunk: Rolldown.OutputChunk,
  found: Set<Rolldown.OutputChunk>,
): Set<Rolldown.OutputChunk> {
  if (found.has(chunk)) return found
  found.add(chunk)
  for (const name of chunk.imports) {
    const imported = bundle[name]
    if (imported?.type === 'chunk') withImports(bundle, imported, found)
  }
  return found
}
