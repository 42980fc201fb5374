import { askEarly, type EarlyQuery } from '#web/client/prefetched-queries.ts'

/*
 * Starts the app. In a signed-in page its first queries are sent while its code is loading. A page that the build
 * rendered (build/prerender.tsx) is painted first.
 */
const { early, scripts } = document.getElementById('root')?.dataset ?? {}
if (early !== undefined) {
  askEarly(JSON.parse(early) as EarlyQuery[])
  // The first number that is formatted loads the browser's formats, which takes a phone 0.1 s. Safari has no idle callbacks.
  globalThis.requestIdleCallback?.(() => (0).toLocaleString())
}
// Not awaited here: the app's code imports the modules above, and would wait for this one.
void loadApp(scripts?.split(' '))

async function loadApp(scriptsAfterPaint: string[] = []): Promise<void> {
  if (scriptsAfterPaint.length > 0) await firstPaint()
  for (const href of scriptsAfterPaint) {
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }))
  }
  // Behind a page that is there already, each script runs in a task of its own, so that none holds up scrolling and typing.
  for (const src of scriptsAfterPaint) {
    await import(/* @vite-ignore */ src)
    await nextTask()
  }
  await import('./main.tsx')
}

function nextTask(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve))
}

/** Waits for the first paint; a hidden page is not painted. */
async function firstPaint(): Promise<void> {
  if (document.hidden) return
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
}
