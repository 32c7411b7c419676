import { Drawn } from '../../../ui/drawn.tsx'
import { useFlag } from '../../flags.ts'
import drawing from './listening.json'

/** All three arcs of the mark are lit. */
const lit = 62

/** The mark of the product, hearing something again and again: shown while the first posts are looked through. */
export function Listening() {
  const evenIfReduced = useFlag('fullMotion') === true
  return <Drawn animationData={drawing} stillFrame={lit} evenIfReduced={evenIfReduced} className="aspect-5/6 h-16" />
}
