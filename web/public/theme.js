// Runs before the first paint, so that a chosen theme does not flash. The rest of it is in web/ui/theme.ts.
try {
  const theme = localStorage.getItem('theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
} catch {
  // Storage may be refused; the system's theme holds then.
}
