import drawing from './logo-animation.json'
import { Lottie } from './lottie.tsx'

/** The frame in which all three arcs are lit. */
const lit = 62

/** The animated logo with its player, loaded by `AnimatedLogo` when shown. */
export function LogoAnimation({ evenIfReduced }: { evenIfReduced: boolean }) {
  return <Lottie animationData={drawing} stillFrame={lit} evenIfReduced={evenIfReduced} className="aspect-5/6 h-16" />
}
