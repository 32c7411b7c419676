import type { MissRate } from '../../contract.ts'
import { count, plural } from '../labels.ts'

/** Returns the text for leads that were moved back to new. */
export function restoredText(leads: number): string {
  return leads === 1 ? 'Moved back to new' : `${plural(leads, 'lead')} moved back to new`
}

/** Returns the count of reviewed posts, such as '3 of 60 reviewed were leads'. */
export function reviewedText({ leads, reviewed }: MissRate): string {
  if (reviewed === 0) return 'No posts reviewed yet'
  return `${count(leads)} of ${count(reviewed)} reviewed ${leads === 1 ? 'was a lead' : 'were leads'}`
}

/** Returns the miss rate with its interval rounded outward: '5%', 'between 1% and 14%'. Null without reviews. */
export function missRateText({ rate, low, high }: MissRate): { rate: string; interval: string } | null {
  if (rate === null || low === null || high === null) return null
  const interval = `between ${Math.floor(low * 100)}% and ${Math.ceil(high * 100)}%`
  return { rate: `${Math.round(rate * 100)}%`, interval }
}
