// Runs before the first paint, until the app's own code is there.

// A chosen theme must not flash. The rest of it is in web/ui/theme.ts.
try {
  const theme = localStorage.getItem('theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
} catch {
  // Storage may be refused; the system's theme holds then.
}

// What a person does on a page that is shown before the app: web/client/early-acts.ts repeats it.
globalThis.earlyActs = []
addEventListener('click', ({ target }) => {
  const button = target instanceof Element && target.closest('button[type=button]')
  if (button) globalThis.earlyActs?.push(() => button.click())
})
addEventListener('submit', (event) => {
  if (!globalThis.earlyActs) return
  event.preventDefault()
  globalThis.earlyActs.push(() => event.target.requestSubmit())
})
