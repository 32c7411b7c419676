import { Drawn } from './drawn.tsx'
import drawing from './listening.json'

/** All three arcs are lit. */
const lit = 62

/** The drawing behind `Listening`, with the player that comes with it. */
export function ListeningDrawn({ evenIfReduced }: { evenIfReduced: boolean }) {
  return <Drawn animationData={drawing} stillFrame={lit} evenIfReduced={evenIfReduced} className="aspect-5/6 h-16" />
}
