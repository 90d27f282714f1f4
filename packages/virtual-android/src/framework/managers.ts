import { ActiveNotifications } from "./active-notifications.js";
import { Fingerprints, NetworkLink } from "./fingerprints.js";
import { MediaIndex } from "./media-index.js";
import { MockLocation } from "./mock-location.js";

/** Services of the system that draw nothing themselves: what the shell sets is kept here, for dumps and providers. */
export class Managers {
  readonly fingerprints = new Fingerprints();
  readonly link = new NetworkLink();
  readonly location = new MockLocation();
  readonly media = new MediaIndex();
  readonly notifications = new ActiveNotifications();
}
