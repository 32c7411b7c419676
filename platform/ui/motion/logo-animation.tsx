import drawing from './logo-animation.json'
import { Lottie } from './lottie.tsx'

/** All three arcs are lit. */
const lit = 62

/** The logo's animation with the player, which `AnimatedLogo` loads when it is shown. */
export function LogoAnimation({ evenIfReduced }: { evenIfReduced: boolean }) {
  return <Lottie animationData={drawing} stillFrame={lit} evenIfReduced={evenIfReduced} className="aspect-5/6 h-16" />
}
