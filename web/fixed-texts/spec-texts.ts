import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'

/**
 * Every fixed text of the screens, by screen, and the fixed messages. {n}, {date} and {name} are placeholders. 'request
 * failed' is missing because it is matched in messages, not shown.
 */
export const FIXED_TEXTS = {
  dashboard: [
    'from last month',
    'No campaigns yet! Ready to create your first masterpiece?',
    'Create Your First Campaign',
    'Microsoft 365 Connected!',
    'Your Microsoft account has been successfully connected. You can now send emails through Outlook.',
    'Google Account Connected!',
    'Your Google account has been successfully connected. You can now send emails through Gmail.',
    'Connection Failed',
    'Error: {name}',
    'Failed to connect Microsoft account. Please try again.',
  ],
  upload: [
    'Download Template',
    'Recently Uploaded Contacts',
    'View All Contacts',
    'Uploading...',
    'Invalid File Type',
    'Please upload an Excel file (.xlsx or .xls)',
    'Upload Failed',
    'Failed to upload contacts',
    'Upload Successful',
  ],
  contacts: [
    'Contacts',
    'Manage your contact database',
    'Search contacts by name or email...',
    '{n} results',
    'Select All',
    'Add Contact',
    'Delete Selected',
    'This action cannot be undone.',
    '{n} selected',
    'Import Excel',
    'No contacts yet',
    'Upload Contacts',
    'No contacts match your search',
    'Loading contacts...',
    'Added {date}',
    'First name is required',
    'Last name is required',
    'Valid email is required',
    'Add Contact Failed',
    'Failed to add contact.',
    'Contact Added',
    'Contact Deleted',
    'Contacts Deleted',
    '{n} contacts have been successfully deleted.',
    'Delete Failed',
    'Failed to delete contact.',
    'Bulk Delete Failed',
    'Failed to delete selected contacts.',
  ],
  campaigns: [
    'Campaigns',
    'Manage your email campaigns',
    'New Campaign',
    'No campaigns yet',
    'Create Your First Campaign',
    'Send Campaign',
    'View Progress',
    'View Analytics',
    'Duplicate',
    '{name} (Copy)',
    'Send Failed',
    'Failed to duplicate campaign',
    'Campaign Started',
    'Your email campaign is now being sent.',
    'Campaign Duplicated',
  ],
  analytics: [
    '-',
    'How to fix',
    'Failed at',
    '✓ No failed emails',
    'All emails were sent successfully',
    'Loading analytics...',
    'No analytics available',
    'Campaign Not Found',
    'The campaign analytics could not be loaded',
    'Your Microsoft 365 connection has expired',
    'Refresh Microsoft Connection',
    "Your account doesn't have permission to send emails",
    'Authentication failed with Microsoft 365',
    'Email sending limit reached',
    'Invalid email address',
    'Email delivery failed',
  ],
  wizard: [
    'File too large',
    'Attachments must be under 25MB for email compatibility',
    'Total attachments too large',
    'Total attachment size cannot exceed 30MB',
    'Attachment added',
    'Failed to upload image',
    'Microsoft Connection Issue',
    'Attachments Too Large',
    'Network Error',
    'Campaign Creation Failed',
    'Campaign Created!',
    'Your email campaign has been created successfully!',
  ],
  builder: [
    'Select an element to edit its properties',
    'Drag elements here to start building your email',
    'Hello {firstName}!',
    'Welcome to our newsletter.',
    'Click Here',
    'Uploading...',
    'Image uploaded successfully',
    'You can now use the image URL in your email',
    'Upload failed',
    'Failed to upload image. Please try again.',
    'Template Saved',
    'Your HTML email template has been saved successfully!',
  ],
  accounts: [
    'Missing credentials: Please enter both username and password.',
    'Password mismatch: Password and confirm password must match.',
    'Password too short: Password must be at least 8 characters long.',
    'Authentication failed',
    'Login failed',
    'Login successful',
    'Registration failed',
    'Logged out',
    'Logout failed',
    'There was an issue logging out',
  ],
  templates: [
    'Template Created',
    'Create Failed',
    'Failed to create template',
    'Template Deleted',
    'Delete Failed',
    'Failed to delete template',
  ],
  settings: [
    'Apply Recommended Settings',
    'Email settings updated successfully',
    'Failed to update settings',
    'User created successfully',
    'Failed to create user',
    'Password changed successfully',
    'Failed to change password',
  ],
  superAdmin: [
    'Network error',
    'Tenant created successfully',
    'Features updated successfully',
    'Failed to update features',
  ],
} as const satisfies Record<string, readonly string[]>

type Screen = keyof typeof FIXED_TEXTS
export type SpecText<S extends Screen> = (typeof FIXED_TEXTS)[S][number]

/** Function that requires texts of a screen to be shown, and marks them as found. */
export type See<S extends Screen> = (...texts: SpecText<S>[]) => Promise<void>

const found = new Map<Screen, Set<string>>()

/** Creates the function that looks for texts of one screen; `leavesNothingOut` then requires that each was found. */
export function looker<S extends Screen>(name: S): See<S> {
  const ticked = new Set<string>()
  found.set(name, ticked)
  return async (...texts) => {
    for (const text of texts) {
      // oxlint-disable-next-line no-await-in-loop -- one by one, so that the error names the missing one
      await waitFor(() => expect(isShown(text), `“${text}” is on screen`).toBe(true))
      ticked.add(text)
    }
  }
}

/** Last test of a file: fails if a text of its screens was not found by any test before. */
export function leavesNothingOut(...names: [Screen, ...Screen[]]): void {
  it('covers every text of these screens', () => {
    const missing = names.flatMap((name) => FIXED_TEXTS[name].filter((text) => !found.get(name)?.has(text)))
    expect(missing).toEqual([])
  })
}

/**
 * Returns whether a text is visible: as an element's text, within a run of text, or as a box's value or placeholder.
 */
function isShown(text: string): boolean {
  const source = text.replaceAll(/[.*+?^$()|[\]\\]/g, String.raw`\$&`).replaceAll(/\{(n|date|name)\}/g, '.+')
  const whole = new RegExp(`^${source}$`)
  const words = new RegExp(String.raw`(^|[\s'])${source}([\s':.]|$)`)
  const written = new RegExp(String.raw`(^|[\s>])${source}([\s<]|$)`)
  const says = (_: string, element: Element | null) => {
    if (!element || element.matches('script, style, title')) return false
    const own = [...element.childNodes]
      .filter((node) => node.nodeType === Node.TEXT_NODE)
      .map((node) => node.textContent)
    return whole.test(element.textContent?.trim() ?? '') || words.test(own.join(' ').trim())
  }
  const queries = [
    screen.queryAllByText(says),
    screen.queryAllByPlaceholderText(whole),
    screen.queryAllByDisplayValue((value) => written.test(value)),
  ]
  return queries.some((elements) => elements.length > 0)
}
