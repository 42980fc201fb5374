/** Shown in every delete confirmation. */
export const CANNOT_BE_UNDONE = 'This action cannot be undone.'
