import type { Chart, Shape } from './charts.ts'
import type { Grouping, Metric } from './metrics.ts'
import type { QuoteKind } from './quote-kinds.ts'

interface Tile {
  id: string
  title: string
  definition: Shape & { days: number; compare: 'none' | 'before' | 'year'; subreddits: string[] }
}

interface Board {
  id: string
  name: string
  tiles: Tile[]
}

/** The days that a ready-made chart covers where nobody chooses others. */
const days = 30

/** Returns the ID of a ready-made board or chart. IDs are in addresses, so they never change. */
function idOf(board: number, tile: number): string {
  return `6f1d29c0-0000-4000-8000-${String(board).padStart(6, '0')}${String(tile).padStart(6, '0')}`
}

type Shown = [title: string, metric: Metric | QuoteKind, chart: Chart, groupBy: Grouping, breakdown?: Grouping]

function board(number: number, name: string, shown: readonly Shown[]): Board {
  return {
    id: idOf(number, 0),
    name,
    tiles: shown.map(([title, metric, chart, groupBy, breakdown = null], index) => ({
      id: idOf(number, index + 1),
      title,
      definition: {
        ...{ metric, groupBy, breakdown, chart, days, subreddits: [] },
        compare: chart === 'quotes' ? 'none' : 'before',
      },
    })),
  }
}

/** Returns the boards of a project that has not published others. */
export function defaultBoards(): Board[] {
  return [
    board(1, 'Overview', [
      ['Leads', 'leads', 'line', 'day'],
      ['Mentions', 'mentions', 'line', 'day'],
      ['From lead to customer', 'funnel', 'funnel', 'step'],
      ['Leads by chance', 'leads', 'bar', 'band'],
      ['Replies', 'replies', 'bar', 'day'],
      ['Median time to reply', 'timeToReply', 'number', 'day'],
      ['Leads by status', 'leads', 'bar', 'state'],
      ['Leads by source', 'leads', 'bar', 'source'],
    ]),
    board(2, 'Voice', [
      ['Share of voice', 'shareOfVoice', 'line', 'day', 'name'],
      ['Share by name', 'shareOfVoice', 'bar', 'name'],
      ['Sentiment over time', 'sentiment', 'line', 'week'],
      ['Sentiment by name', 'sentiment', 'bar', 'name'],
      ['Mentions by sentiment', 'mentions', 'area', 'day', 'sentiment'],
      ['Who is mentioned', 'mentions', 'area', 'day', 'kind'],
    ]),
    board(3, 'Communities', [
      ['Leads by community', 'leads', 'bar', 'subreddit'],
      ['Best hours for leads', 'leads', 'heatmap', 'hour', 'weekday'],
      ['Mentions by community', 'mentions', 'bar', 'subreddit'],
      ['Best hours for mentions', 'mentions', 'heatmap', 'hour', 'weekday'],
      ['Sentiment by community', 'sentiment', 'bar', 'subreddit'],
      ['Replies by community', 'replies', 'table', 'subreddit'],
    ]),
    board(4, 'Keywords', [
      ['Keyword precision', 'keywordPrecision', 'bar', 'keyword'],
      ['Leads by keyword', 'leads', 'bar', 'keyword'],
      ['Leads by competitor', 'leads', 'bar', 'competitor'],
      ['Mentions by name', 'mentions', 'bar', 'name'],
    ]),
    board(5, 'Replies', [
      ['Replies still live', 'replySurvival', 'line', 'week'],
      ['Replies by visibility', 'replies', 'bar', 'state'],
      ['Median time to reply by week', 'timeToReply', 'bar', 'week'],
      ['Median time to reply by community', 'timeToReply', 'bar', 'subreddit'],
      ['Replies still live by community', 'replySurvival', 'bar', 'subreddit'],
      ['Conversations', 'conversations', 'line', 'week'],
      ['Customers won', 'won', 'number', 'month'],
    ]),
    board(6, 'Buyers', [
      ['Top pains', 'pains', 'quotes', 'subreddit'],
      ['Top objections', 'objections', 'quotes', 'subreddit'],
      ['Top requests', 'requests', 'quotes', 'subreddit'],
      ["Buyers' own words", 'phrases', 'quotes', 'subreddit'],
    ]),
  ]
}
