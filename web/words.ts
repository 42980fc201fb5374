/** Beneath every question whether to delete. */
export const CANNOT_BE_UNDONE = 'This action cannot be undone.'
