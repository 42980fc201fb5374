import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { InMemoryCache } from '@apollo/client'
import { compile, optimize } from '@tailwindcss/node'
import react from '@vitejs/plugin-react'
import { print } from 'graphql'
import { createServer, type Plugin, type ResolvedConfig, type Rolldown } from 'vite'
import { CURRENT_USER } from '../accounts/current-user-query.ts'
import { STATS } from '../dashboard/operations.ts'
import type { EarlyQuery } from '#web/client/prefetched-queries.ts'
import type { Load } from '#web/client/lazy-pages.ts'
import { LANDING_PAGE, PUBLIC_PAGES, type PublicPage } from './public-pages.ts'

/** Module that the paths of the app show when signed out, as shell/main-app.tsx loads it. */
const LANDING_MODULE = './landing/landing-page.tsx'
/** Pages that are rendered by the build; the landing page is rendered too. */
const RENDERED = ['/login', '/register', '/single-sign-on', '/forgot-password']
/** Plans that the sign-up page's URL may choose (`?tier=`), besides the default. */
const TIERS = ['plus', 'pro']
/** GraphQL queries that a page of the app sends while its code is still loading. */
const EARLY = [CURRENT_USER]
const EARLY_ON_DASHBOARD = [...EARLY, STATS]
const DASHBOARDS = ['/', '/dashboard']

/** The HTML of one path, as the server sends it. */
export interface BuiltPage {
  /** URL path in the syntax of Express's routes */
  path: string
  signedIn: string
  signedOut: string
  /** HTML per plan chosen in the URL, sent instead of `signedOut`. */
  byTier?: Record<string, string>
}

/**
 * Writes .pages.json: the HTML of every path, with links to preload its scripts (otherwise each is found only when the one
 * before it runs). Pages of the app hold its frame and their first queries. The landing page and those of RENDERED are
 * rendered as somebody sees them who is signed out, with the styles they need; their scripts follow the first paint.
 */
export function writePages(): Plugin {
  let config: ResolvedConfig
  return {
    name: 'mergewell-pages',
    apply: 'build',
    configResolved: (resolved) => {
      config = resolved
    },
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        const { root } = config
        const index = bundle['index.html']
        // The page of all widgets is built without the app.
        if (index?.type !== 'asset') return
        const built = await buildPages(root, bundle, String(index.source))
        this.emitFile({ type: 'asset', fileName: '.pages.json', source: JSON.stringify(built) })
      },
    },
  }
}

/** Builds the HTML of every path of a bundle; `html` is the page with the app still empty. */
async function buildPages(root: string, bundle: Rolldown.OutputBundle, html: string): Promise<BuiltPage[]> {
  const chunks = Object.values(bundle).filter((each) => each.type === 'chunk')
  // Imported while it runs: the bundle of the configuration would hold the whole app.
  const pages = (await import(
    pathToFileURL(join(root, 'client/lazy-pages.ts')).href
  )) as typeof import('#web/client/lazy-pages.ts')
  const main = chunkOf(chunks, join(root, 'main.tsx'))
  const styles = [...(main.viteMetadata?.importedCss ?? [])]
  const scripts = (...modules: string[]): string[] => {
    const found = withImports(bundle, main, new Set())
    for (const module of modules) withImports(bundle, chunkOf(chunks, join(root, module)), found)
    return [...found].filter(({ isEntry }) => !isEntry).map(({ fileName }) => `/${fileName}`)
  }
  const plain = (own: string[], page?: PublicPage) =>
    withHead(withMeta(html, page), [
      ...styles.map((href) => `<link rel="stylesheet" href="/${href}">`),
      ...own.map((href) => `<link rel="modulepreload" crossorigin href="${href}">`),
    ])
  const renderer = await createRenderer(root)
  const rendering = (await renderer.ssrLoadModule('/build/prerender.tsx')) as typeof import('./prerender.tsx')
  const shell = await rendering.renderShell()
  const ofApp = (own: string[], early: EarlyQuery[]) => withRoot(plain(own), { early: JSON.stringify(early) }, shell)
  const rendered = async (address: string, own: string[], page?: PublicPage) => {
    const body = await rendering.renderPage(address)
    const all = withRoot(withMeta(html, page), { scripts: own.join(' ') }, body)
    const noScript = styles.map((href) => `<noscript><link rel="stylesheet" href="/${href}"></noscript>`)
    return withHead(all, [`<style>${await stylesOf(root, body)}</style>`, ...noScript])
  }

  const mainApp = moduleOf(pages.loadMainApp)
  const landing = await rendered('/', scripts(mainApp, LANDING_MODULE), LANDING_PAGE)
  const built: BuiltPage[] = []
  for (const { path, load } of pages.OPEN_PAGES) {
    const own = scripts(moduleOf(load))
    const page = PUBLIC_PAGES[path]
    const signedIn = plain(own, page)
    if (!RENDERED.includes(path)) {
      built.push({ path, signedIn, signedOut: signedIn })
      continue
    }
    const signedOut = await rendered(path, own, page)
    if (path !== '/register') {
      built.push({ path, signedIn, signedOut })
      continue
    }
    const byTier: Record<string, string> = {}
    for (const tier of TIERS) byTier[tier] = await rendered(`${path}?tier=${tier}`, own, page)
    built.push({ path, signedIn, signedOut, byTier })
  }
  for (const { path, load } of pages.APP_PAGES) {
    const early = DASHBOARDS.includes(path) ? EARLY_ON_DASHBOARD : EARLY
    built.push({
      path: path === '*' ? '/{*path}' : path,
      signedIn: ofApp(scripts(mainApp, moduleOf(load)), early.map(asSent)),
      signedOut: landing,
    })
  }
  await renderer.close()
  return built
}

/** Starts a Vite server that loads the app's modules, so that the build can render its pages. */
function createRenderer(root: string) {
  return createServer({
    root,
    configFile: false,
    mode: 'production',
    logLevel: 'error',
    appType: 'custom',
    plugins: [react()],
    server: { middlewareMode: true, hmr: false, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true },
  })
}

/** Returns a GraphQL document as Apollo Client sends it, with `__typename` added. */
function asSent(document: Parameters<typeof print>[0]): EarlyQuery {
  const sent = new InMemoryCache().transformDocument(document as typeof CURRENT_USER)
  const [operation] = sent.definitions
  const operationName = operation?.kind === 'OperationDefinition' ? (operation.name?.value ?? '') : ''
  return { operationName, query: print(sent) }
}

/** Returns the rules of the app's stylesheet that the given HTML needs, without fonts. */
async function stylesOf(root: string, html: string): Promise<string> {
  const base = join(root, 'ui')
  const source = await readFile(join(base, 'styles.css'), 'utf8')
  const compiler = await compile(source.replaceAll(/@import '@fontsource.*\n/g, ''), {
    base,
    onDependency: () => undefined,
  })
  const classes = [...html.matchAll(/ class="([^"]*)"/g)].flatMap(([, value = '']) => unescaped(value).split(/\s+/))
  return optimize(compiler.build(classes), { minify: true }).code
}

/** Sets the title and the description of a page in its HTML. */
function withMeta(html: string, page: PublicPage | undefined): string {
  if (page === undefined) return html
  return html
    .replace(/<title>.*?<\/title>/, () => `<title>${page.title} · Mergewell</title>`)
    .replace(/(<meta name="description" content=").*?"/, (_all, before: string) => `${before}${page.description}"`)
}

function withHead(html: string, tags: string[]): string {
  return html.replace('</head>', () => `${tags.join('')}</head>`)
}

function withRoot(html: string, data: Record<string, string>, content: string): string {
  const attributes = Object.entries(data).map(([name, value]) => ` data-${name}="${escaped(value)}"`)
  return html.replace('<div id="root"></div>', () => `<div id="root"${attributes.join('')}>${content}</div>`)
}

function escaped(value: string): string {
  return value.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
}

function unescaped(value: string): string {
  return value
    .replaceAll('&gt;', '>')
    .replaceAll('&lt;', '<')
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&')
}

/** Returns the path, relative to web/, of the module that a loading function imports. */
function moduleOf(load: Load): string {
  return /\bimport\(['"]#web\/(.+?)['"]\)/.exec(load.toString())?.[1] ?? ''
}

function chunkOf(chunks: Rolldown.OutputChunk[], module: string): Rolldown.OutputChunk {
  const chunk = chunks.find(({ moduleIds }) => moduleIds.includes(module))
  if (!chunk) throw new Error(`${module}, which a page loads, was not built`)
  return chunk
}

/** Adds a script file of the bundle after all that it imports statically: in the order in which they run. */
function withImports(
  bundle: Rolldown.OutputBundle,
  chunk: Rolldown.OutputChunk,
  found: Set<Rolldown.OutputChunk>,
  visited = new Set<Rolldown.OutputChunk>(),
): Set<Rolldown.OutputChunk> {
  if (visited.has(chunk)) return found
  visited.add(chunk)
  for (const name of chunk.imports) {
    const imported = bundle[name]
    if (imported?.type === 'chunk') withImports(bundle, imported, found, visited)
  }
  return found.add(chunk)
}
