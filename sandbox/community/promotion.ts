const ownSites = /^(?:[\w-]+\.)*(?:reddit\.com|redd\.it|wikipedia\.org)$/i
const site = /(?:https?:\/\/)?((?:[a-z0-9-]+\.)+(?:com|net|org|io|co|app|dev|ai|example))\b/gi
const pitches =
  /\b(?:promo(?:tion)? code|discount|coupon|use (?:the )?code|free trial|sign ?up (?:here|at|for)|dm me|my (?:own )?(?:app|tool|product|start-?up|company|course|newsletter|shop)|(?:i|we)(?:'ve| have)? (?:built|made|launched|founded)|our (?:app|tool|product|platform|company|shop))\b/i
const disclosures =
  /\b(?:disclosure|affiliated|i(?:'m| am) the (?:maker|founder|developer|owner)|i work (?:on|for|at)|i(?:'ve| have)? (?:built|made|founded)|we(?:'ve| have)? (?:built|made|founded)|my own)\b/i

/** Detects promotion as moderators do: links to other sites, and sales language. */
export function promotionIn(text: string): { promotes: boolean; isDisclosed: boolean } {
  const links = [...text.matchAll(site)].some(([, host]) => !ownSites.test(host!))
  return { promotes: links || pitches.test(text), isDisclosed: disclosures.test(text) }
}
