import { clsx, type ClassValue } from 'clsx'
import { extendTailwindMerge } from 'tailwind-merge'

const merge = extendTailwindMerge({
  extend: {
    theme: { text: ['title', 'display'], 'font-weight': ['strong'], radius: ['sm', 'md'], container: ['page'] },
    classGroups: { 'fvn-figure': ['figures'] },
  },
})

/** Joins class names; a later Tailwind class overrides an earlier one of the same kind. */
export function cn(...classes: ClassValue[]): string {
  return merge(clsx(classes))
}
