/** Debian's Firefox, driven by Marionette: JSON messages over a TCP connection, each after its length. */
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

const PREFERENCES = {
    "marionette.port": 0,
    "datareporting.policy.dataSubmissionEnabled": false,
    "toolkit.telemetry.reportingpolicy.firstRun": false,
    "browser.shell.checkDefaultBrowser": false,
    "app.update.disabledForTesting": true,
    "app.normandy.enabled": false,
    "network.captive-portal-service.enabled": false,
    "network.connectivity-service.enabled": false,
    "extensions.getAddons.cache.enabled": false,
    "intl.accept_languages": "en",
    "ui.prefersReducedMotion": 1,
};

export class Firefox {
    /** Starts the browser without a window. */
    static async start() {
        const firefox = new Firefox();
        firefox.profile = mkdtempSync(join(tmpdir(), "agon-firefox-"));
        const lines = Object.entries(PREFERENCES).map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`);
        writeFileSync(join(firefox.profile, "user.js"), lines.join("\n"));
        // The flag at the end lets the client read the console of the browser.
        firefox.process = spawn(process.env.FIREFOX ?? "firefox-esr", ["--headless", "--no-remote", "--profile", firefox.profile, "--marionette", "--remote-allow-system-access"], {
            stdio: "ignore",
            env: { ...process.env, HOME: firefox.profile, MOZ_CRASHREPORTER_DISABLE: "1" },
        });
        firefox.failed = new Promise((_, reject) => firefox.process.once("error", reject).once("exit", (code) => reject(new Error(`Firefox ended with ${code}`))));
        firefox.failed.catch(() => {});
        await Promise.race([firefox.connect(), firefox.failed]);
        await firefox.command("WebDriver:NewSession", { capabilities: { alwaysMatch: { acceptInsecureCerts: false } } });
        return firefox;
    }

    async connect() {
        // Firefox writes the port here once it listens.
        const file = join(this.profile, "MarionetteActivePort");
        while (!existsSync(file) || !readFileSync(file, "utf8")) await new Promise((done) => setTimeout(done, 50));
        this.socket = connect(Number(readFileSync(file, "utf8")), "127.0.0.1");
        this.waiting = new Map();
        this.sent = 0;
        let data = Buffer.alloc(0);
        await new Promise((done, reject) => {
            this.socket.once("error", reject);
            this.socket.on("data", (chunk) => {
                data = Buffer.concat([data, chunk]);
                for (;;) {
                    const colon = data.indexOf(":");
                    const length = Number(data.subarray(0, colon).toString());
                    if (colon < 0 || data.length < colon + 1 + length) return;
                    const message = JSON.parse(data.subarray(colon + 1, colon + 1 + length).toString());
                    data = data.subarray(colon + 1 + length);
                    if (Array.isArray(message)) this.answer(message);
                    else done(undefined);
                }
            });
        });
    }

    /** @param {[number, number, {message: string} | null, any]} message */
    answer([, id, error, result]) {
        const { done, reject } = this.waiting.get(id);
        this.waiting.delete(id);
        if (error) reject(new Error(error.message));
        else done(result && "value" in result ? result.value : result);
    }

    /**
     * @param {string} name
     * @param {Record<string, any>} [parameters]
     * @returns {Promise<any>}
     */
    command(name, parameters = {}) {
        const id = ++this.sent;
        const text = JSON.stringify([0, id, name, parameters]);
        const answered = new Promise((done, reject) => this.waiting.set(id, { done, reject }));
        this.socket.write(`${Buffer.byteLength(text)}:${text}`);
        return Promise.race([answered, this.failed]);
    }

    /** @param {string} url */
    go(url) {
        return this.command("WebDriver:Navigate", { url });
    }

    /** @param {number} width @param {number} height of the page */
    async resize(width, height) {
        const [dx, dy] = await this.run("return [outerWidth - innerWidth, outerHeight - innerHeight]");
        await this.command("WebDriver:SetWindowRect", { width: width + dx, height: height + dy });
    }

    /**
     * Runs a script in the page, as the body of a function.
     * @param {string} script
     * @param {...any} args
     */
    run(script, ...args) {
        return this.command("WebDriver:ExecuteScript", { script, args, newSandbox: true, sandbox: "default" });
    }

    /**
     * Waits until a script returns something true, and returns that.
     * @param {string} script
     * @param {...any} args
     */
    async until(script, ...args) {
        for (const end = Date.now() + 20000; Date.now() < end; ) {
            const found = await this.run(script, ...args);
            if (found) return found;
            await new Promise((done) => setTimeout(done, 50));
        }
        throw new Error(`never true in Firefox: ${script}`);
    }

    /** Clicks an element as a user would. @param {string} selector */
    async click(selector) {
        await this.until("return document.querySelector(arguments[0])?.checkVisibility()", selector);
        const element = await this.command("WebDriver:FindElement", { using: "css selector", value: selector });
        await this.command("WebDriver:ElementClick", { id: Object.values(element)[0] });
    }

    /** @param {string} path */
    async screenshot(path) {
        writeFileSync(path, Buffer.from(await this.command("WebDriver:TakeScreenshot", { full: false }), "base64"));
    }

    /** The errors of the page's scripts and of its security policy since the last call. @param {string} origin */
    async errors(origin) {
        await this.command("Marionette:SetContext", { value: "chrome" });
        const found = await this.run(
            `const own = Services.console.getMessageArray().filter((one) => one instanceof Ci.nsIScriptError && !(one.flags & Ci.nsIScriptError.warningFlag) && one.sourceName.startsWith(arguments[0]));
            Services.console.reset();
            return own.map((one) => one.errorMessage + " " + one.sourceName + ":" + one.lineNumber);`,
            origin,
        );
        await this.command("Marionette:SetContext", { value: "content" });
        return found;
    }

    async stop() {
        this.failed.catch(() => {});
        const ended = new Promise((done) => this.process.once("exit", done));
        this.process.kill("SIGKILL");
        await ended;
        this.socket?.destroy();
        rmSync(this.profile, { recursive: true, force: true, maxRetries: 5 });
    }
}
