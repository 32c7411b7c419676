import type { Preview } from '../../contract.ts'

const count = new Intl.NumberFormat('en')

/** Returns what a preview found and how much it left unread, and nothing beyond that. */
export function previewText({ read, total, found, close }: Preview): string {
  if (read === 0) return 'No posts stored yet. Examples will appear here.'
  const leads = `${leadsText(found)} among ${postsText(read, total)}${found === 0 ? ' yet' : ''}${closeText(found, close)}`
  if (total > read) return `${leads}. Earshot scans the rest once you create the project.`
  return found === 0 && close === 0 ? `${leads}. Try adding more common keywords.` : `${leads}.`
}

function leadsText(found: number): string {
  if (found === 0) return 'No lead'
  return found === 1 ? '1 lead' : `${count.format(found)} leads`
}

function postsText(read: number, total: number): string {
  const all = `${count.format(total)} stored ${total === 1 ? 'post' : 'posts'}`
  return total > read ? `${count.format(read)} of ${all}` : all
}

function closeText(found: number, close: number): string {
  if (close === 0) return ''
  if (found > 0) return `, plus ${count.format(close)} close ${close === 1 ? 'match' : 'matches'}`
  return `, but ${count.format(close)} ${close === 1 ? 'is a close match' : 'are close matches'}`
}
