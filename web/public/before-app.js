// Runs before the first paint, until the app's own code is there.

// A chosen theme must not flash. The rest of it is in web/ui/color-theme.ts.
try {
  const theme = localStorage.getItem('theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
} catch {
  // Storage may be refused; the system's theme holds then.
}

// Records what a person does on a page that is shown before the app starts; web/client/early-clicks.ts repeats it. Until
// the app has taken the page over, no other script may see these events: React would drop a press on an element that it
// has not taken over yet.
globalThis.earlyActs = []
addEventListener(
  'click',
  (event) => {
    const button = event.target instanceof Element && event.target.closest('button[type=button]')
    if (!globalThis.earlyActs || !button) return
    event.stopPropagation()
    globalThis.earlyActs.push(() => button.click())
  },
  true,
)
addEventListener(
  'submit',
  (event) => {
    if (!globalThis.earlyActs) return
    event.preventDefault()
    event.stopPropagation()
    globalThis.earlyActs.push(() => event.target.requestSubmit())
  },
  true,
)
