import { Monitor, Moon, Sun, type LucideIcon } from 'lucide-react'
import { IconButton } from './button.tsx'
import { DropdownMenu, DropdownMenuCheck } from './dropdown-menu.tsx'
import { setTheme, useTheme, type Theme } from './theme.ts'

const CHOICES: Record<Theme, { label: string; icon: LucideIcon }> = {
  system: { label: 'System', icon: Monitor },
  light: { label: 'Light', icon: Sun },
  dark: { label: 'Dark', icon: Moon },
}
const THEMES: readonly Theme[] = ['system', 'light', 'dark']

/** Light, dark or system theme. */
export function ThemeToggle({ side = 'bottom' }: { side?: 'top' | 'bottom' }) {
  const theme = useTheme()
  return (
    <DropdownMenu side={side} trigger={<IconButton icon={CHOICES[theme].icon} label="Theme" size="sm" />}>
      {THEMES.map((each) => (
        <DropdownMenuCheck key={each} checked={each === theme} onSelect={() => setTheme(each)}>
          {CHOICES[each].label}
        </DropdownMenuCheck>
      ))}
    </DropdownMenu>
  )
}
