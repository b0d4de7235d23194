import type { Browser, CDPSession } from "playwright-core";

type Receiver = (text: string) => void;

interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly params?: Readonly<Record<string, string>>;
  readonly error?: { readonly message: string };
}

/**
 * A page that Playwright does not know. For its own pages, Playwright receives each message between the window and the
 * extension host, which takes much computing time.
 */
export class BarePage {
  readonly #browser: CDPSession;
  readonly #sessionId: string;
  readonly #receivers = new Map<string, Receiver>();
  readonly #calls = new Map<number, (answer: Message) => void>();
  #callCount = 0;

  private constructor(browser: CDPSession, sessionId: string) {
    this.#browser = browser;
    this.#sessionId = sessionId;
    browser.on("Target.receivedMessageFromTarget", (event) => {
      if (event.sessionId === sessionId) this.#take(JSON.parse(event.message) as Message);
    });
  }

  /** Opens an empty page of that size, with an empty profile and a clipboard that it may use. */
  static async open(browser: Browser, width: number, height: number): Promise<BarePage> {
    const session = await browser.newBrowserCDPSession();
    const { browserContextId } = await session.send("Target.createBrowserContext");
    await session.send("Browser.grantPermissions", {
      browserContextId,
      permissions: ["clipboardReadWrite", "clipboardSanitizedWrite"],
    });
    const { targetId } = await session.send("Target.createTarget", {
      url: "about:blank",
      browserContextId,
    });
    const { sessionId } = await session.send("Target.attachToTarget", { targetId });
    const page = new BarePage(session, sessionId);
    const size = { width, height, deviceScaleFactor: 1, mobile: false };
    await page.#send("Emulation.setDeviceMetricsOverride", size);
    // The page has the focus, as in a window in front of others.
    await page.#send("Emulation.setFocusEmulationEnabled", { enabled: true });
    await page.#send("Page.enable");
    await page.#send("Inspector.enable");
    // Without it, the page reports no call of a function.
    await page.#send("Runtime.enable");
    return page;
  }

  /** Runs a script at the start of each document. */
  async addScript(source: string): Promise<void> {
    await this.#send("Page.addScriptToEvaluateOnNewDocument", { source });
  }

  /** Gives the scripts of the page a function that sends a text. */
  async addFunction(name: string, receive: Receiver): Promise<void> {
    this.#receivers.set(name, receive);
    await this.#send("Runtime.addBinding", { name });
  }

  async open(url: string): Promise<void> {
    await this.#send("Page.navigate", { url });
  }

  /** Calls back if the page crashes. */
  onCrash(callBack: () => void): void {
    this.#receivers.set("", callBack);
  }

  async #send(method: string, params: object = {}): Promise<void> {
    const id = (this.#callCount += 1);
    const answered = new Promise<Message>((resolve) => this.#calls.set(id, resolve));
    const message = JSON.stringify({ id, method, params });
    await this.#browser.send("Target.sendMessageToTarget", { sessionId: this.#sessionId, message });
    const { error } = await answered;
    if (error !== undefined) throw new Error(`${method}: ${error.message}`);
  }

  #take(message: Message): void {
    const { id, method, params } = message;
    if (id !== undefined) this.#calls.get(id)?.(message);
    if (method === "Runtime.bindingCalled")
      this.#receivers.get(params?.["name"] ?? "")?.(params?.["payload"] ?? "");
    if (method === "Inspector.targetCrashed") this.#receivers.get("")?.("");
  }
}
