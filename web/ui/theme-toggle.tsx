import { Monitor, Moon, Sun } from './generated/icons.ts'
import type { Icon as IconType } from './icon.tsx'
import { IconButton } from './button.tsx'
import { setTheme, useTheme, type Theme } from './color-theme.ts'

const CHOICES: Record<Theme, { icon: IconType; label: string; next: Theme }> = {
  system: { icon: Monitor, label: 'Theme: system', next: 'light' },
  light: { icon: Sun, label: 'Theme: light', next: 'dark' },
  dark: { icon: Moon, label: 'Theme: dark', next: 'system' },
}

/** Button that shows the theme; each press switches to the next: the system's, light, dark. */
export function ThemeToggle() {
  const { icon, label, next } = CHOICES[useTheme()]
  return <IconButton icon={icon} label={label} size="sm" onClick={() => setTheme(next)} />
}
