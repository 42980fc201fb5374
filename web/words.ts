/** Beneath every question whether to delete (spec §2). */
export const CANNOT_BE_UNDONE = 'This action cannot be undone.'
