import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'

export type Theme = 'system' | 'light' | 'dark'

const KEY = 'theme'

// Pages rendered by the build show the system's theme until the app takes them over: that is the store's first state.
const store = createStore<Theme>(() => 'system')
if (typeof document !== 'undefined') {
  const { theme } = document.documentElement.dataset
  if (theme === 'light' || theme === 'dark') store.setState(theme)
}

/** Sets the theme of this browser and stores it; `system` removes it. public/before-app.js restores it before the first paint. */
export function setTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
  try {
    if (theme === 'system') localStorage.removeItem(KEY)
    else localStorage.setItem(KEY, theme)
  } catch {
    // Storage may be blocked; the theme then lasts until reload.
  }
  store.setState(theme)
}

/** Returns the chosen theme, and re-renders when it changes. */
export function useTheme(): Theme {
  return useStore(store)
}
