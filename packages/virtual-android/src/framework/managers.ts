import { ActiveNotifications } from "./active-notifications.js";
import { AppLinks } from "./app-links.js";
import { AppLocales } from "./app-locales.js";
import { Fingerprints, NetworkLink } from "./fingerprints.js";
import { Gps } from "./gps.js";
import { MediaIndex } from "./media-index.js";
import { MockLocation } from "./mock-location.js";
import { SecondDisplay } from "./second-display.js";
import { Users } from "./users.js";

/**
 * The system's services without a user interface: they keep the values that the shell sets, for dumps and providers.
 */
export class Managers {
  readonly appLinks = new AppLinks();
  readonly fingerprints = new Fingerprints();
  readonly gps = new Gps();
  readonly link = new NetworkLink();
  readonly locales = new AppLocales();
  readonly location = new MockLocation();
  readonly media = new MediaIndex();
  readonly notifications = new ActiveNotifications();
  readonly secondDisplay = new SecondDisplay();
  readonly users = new Users();
}
