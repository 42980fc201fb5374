import { FilePlus, Gauge, Keyboard, LogOut, Monitor, Moon, Settings, Sun, UserPlus } from '#web/ui/generated/icons.ts'
import type { Icon as IconType } from '#web/ui/icon.tsx'
import { useNavigate } from 'react-router'
import { useUser } from '#web/accounts/current-user.tsx'
import { sectionAddress, sectionsFor } from '#web/settings/settings-sections.ts'
import type { PaletteGroup } from '#web/ui/command-palette.tsx'
import { setTheme } from '#web/ui/color-theme.ts'
import { NAV_LINKS } from '../navigation-links.ts'
import { useLogout } from '../use-logout.ts'

interface Command {
  label: string
  icon: IconType
  /** Synonyms by which the search finds the command too. */
  words?: string
  /** Path of the page that the command opens, or a function that runs it. */
  does: string | (() => void)
}

/** Returns the sections of the settings, and single settings that match the typed words. */
function settingsFor(role: string, typed: string): Command[] {
  return sectionsFor(role).flatMap(({ value, label, settings }) => {
    const found = settings.map(([name, words, card = name]) => ({
      label: name,
      icon: Settings,
      words: `${words} ${label}`,
      does: sectionAddress(value, card),
    }))
    return [{ label, icon: Settings, does: sectionAddress(value) }, ...(typed.trim() === '' ? [] : found)]
  })
}

/** Returns the pages and actions that match all typed words; all of them for an empty query. */
export function useCommands(typed: string, showKeys: () => void): PaletteGroup[] {
  const navigate = useNavigate()
  const { role } = useUser()
  const { leave } = useLogout()
  const actions: Command[] = [
    { label: 'Create Campaign', icon: FilePlus, words: 'new', does: '/create-campaign' },
    { label: 'Add Contact', icon: UserPlus, words: 'new', does: '/contacts?add=contact' },
    { label: 'Create Template', icon: FilePlus, words: 'new', does: '/templates?template=new' },
    { label: 'Light theme', icon: Sun, words: 'colors', does: () => setTheme('light') },
    { label: 'Dark theme', icon: Moon, words: 'colors', does: () => setTheme('dark') },
    { label: 'System theme', icon: Monitor, words: 'colors', does: () => setTheme('system') },
    { label: 'Keyboard shortcuts', icon: Keyboard, words: 'keyboard shortcuts help', does: showKeys },
    { label: 'Log out', icon: LogOut, words: 'sign out', does: () => void leave() },
  ]
  const places: Command[] = [
    ...NAV_LINKS.map(({ to, label, icon }) => ({ label, icon, does: to })),
    { label: 'Plan', icon: Gauge, words: 'upgrade limits price', does: '/plan' },
    ...settingsFor(role, typed),
  ]
  const group = (title: string, commands: Command[]): PaletteGroup => ({
    title,
    entries: commands
      .filter((command) => fits(command, typed))
      .map(({ label, icon, does }) => ({
        id: `${title}-${label}`.replaceAll(' ', '-'),
        label,
        icon,
        run: typeof does === 'string' ? () => void navigate(does) : does,
      })),
  })
  return [group('Go to', places), group('Do', actions)].filter(({ entries }) => entries.length > 0)
}

function fits({ label, words = '' }: Command, typed: string): boolean {
  const all = `${label} ${words}`.toLowerCase()
  return typed
    .toLowerCase()
    .split(/\s+/)
    .every((word) => all.includes(word))
}
