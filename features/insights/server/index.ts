/** The exports for other features. */
export { seriesOf } from './series/series-of.ts'
