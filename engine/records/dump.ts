type Row = Record<string, unknown>

/**
 * Returns whether a line is from a dump of all of Reddit: Pushshift (until March 2023) or Arctic Shift (since). Dumps
 * hold submissions and comments, as fetched from the API. Our own lines have a kind instead.
 */
export function isDump(row: Row): boolean {
  return row.kind === undefined && row.created_utc !== undefined
}

/**
 * Converts a line of a dump to the format of our own lines. Returns null if it is neither a post nor a comment.
 *
 * Entities: by default, Reddit's API writes `&`, `<` and `>` in all texts as `&amp;`, `&lt;` and `&gt;`. Nearly all
 * dumps hold them like that, so these three are unescaped, once: `&amp;lt;` is an author's own `&lt;`. In the few dumps
 * with raw texts, an entity was typed by its author, and Markdown shows it as the same character.
 */
export function fromDump(row: Row): Row | null {
  const kind = kindOf(row)
  if (kind === null) return null
  const fate = fateOf(row)
  const isPost = kind === 'post'
  return {
    id: row.id ?? bareId(row.name),
    kind,
    subreddit: row.subreddit,
    author: fate === 'deleted' ? null : row.author,
    title: fate === 'deleted' ? notice : unescaped(isPost ? row.title : row.link_title),
    body: fate === 'there' ? unescaped(isPost ? row.selftext : row.body) : notice,
    flair: isPost ? unescaped(row.link_flair_text) : null,
    url: isPost && fate !== 'deleted' ? unescaped(row.url) : null,
    permalink: fate === 'deleted' ? null : row.permalink,
    linkId: isPost ? null : row.link_id,
    createdAt: row.created_utc,
    // The API returns 1 while votes are hidden.
    score: row.score_hidden === true ? null : (row.score ?? row.ups),
    numComments: isPost ? row.num_comments : null,
  }
}

/** The notice with which Reddit replaces deleted text. record.ts reads it as no text. */
const notice = '[deleted]'

function kindOf(row: Row): 'post' | 'comment' | null {
  if (typeof row.body === 'string' || String(row.name).startsWith('t1_')) return 'comment'
  return typeof row.title === 'string' ? 'post' : null
}

/**
 * Returns what happened to an item before the dump was made. Its text is kept only if Reddit still shows it (DESIGN 4,
 * forget). An item deleted by its author leaves nothing. One removed by moderators keeps its title, as on Reddit.
 * Arctic Shift checks each item again after 36 hours and keeps the text of deleted ones; `_meta` has the result. For a
 * restored item, `removal_type` describes the earlier removal, and the text stays.
 */
function fateOf(row: Row): 'there' | 'removed' | 'deleted' {
  const meta = isObject(row._meta) ? row._meta : {}
  const isBack = meta.was_initially_deleted === true && meta.was_deleted_later !== true
  const reason = meta.removal_type ?? row.removed_by_category
  if (isBack || (meta.was_deleted_later !== true && typeof reason !== 'string')) return 'there'
  return typeof reason !== 'string' || byAuthor.has(reason) ? 'deleted' : 'removed'
}

const byAuthor = new Set(['deleted', 'author'])

function isObject(value: unknown): value is Row {
  return typeof value === 'object' && value !== null
}

function bareId(name: unknown): string {
  return String(name ?? '').replace(/^t[13]_/, '')
}

const signs: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>' }

function unescaped(value: unknown): unknown {
  return typeof value === 'string' && value.includes('&')
    ? value.replace(/&(?:amp|lt|gt);/g, (entity) => signs[entity] ?? entity)
    : value
}
