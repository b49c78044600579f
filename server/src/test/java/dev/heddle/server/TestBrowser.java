package dev.heddle.server;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.logging.Level;
import org.openqa.selenium.Dimension;
import org.openqa.selenium.OutputType;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;

/** A Chromium, from Debian's packages chromium and chromium-driver. */
final class TestBrowser implements AutoCloseable {
  static final String MISSING = "no Chromium here: apt-get install chromium chromium-driver";

  private static final Path DRIVER = Path.of("/usr/bin/chromedriver");
  private static final Path BROWSER = Path.of("/usr/bin/chromium");
  private static final Path SHOTS = Path.of("target/screenshots");

  private final ChromeDriver driver;

  private TestBrowser(ChromeDriver driver) {
    this.driver = driver;
  }

  /** Whether there is time for all pages in all forms. */
  static final boolean IS_WHOLE = Boolean.getBoolean("heddle.long");

  static boolean isThere() {
    return Files.isExecutable(DRIVER) && Files.isExecutable(BROWSER);
  }

  /** Starts one with a profile of its own. */
  static TestBrowser open(Path profile) throws IOException {
    Files.createDirectories(SHOTS);
    ChromeOptions options = new ChromeOptions();
    options.setBinary(BROWSER.toFile());
    options.addArguments(
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--disable-dev-shm-usage",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--user-data-dir=" + profile);
    LoggingPreferences logs = new LoggingPreferences();
    logs.enable(LogType.BROWSER, Level.ALL);
    options.setCapability("goog:loggingPrefs", logs);
    ChromeDriver driver =
        new ChromeDriver(
            new ChromeDriverService.Builder().usingDriverExecutable(DRIVER.toFile()).build(),
            options);
    driver.manage().timeouts().scriptTimeout(Duration.ofMinutes(1));
    TestBrowser browser = new TestBrowser(driver);
    browser.size(1280, 800);
    return browser;
  }

  ChromeDriver driver() {
    return driver;
  }

  void size(int width, int height) {
    driver.manage().window().setSize(new Dimension(width, height));
  }

  /** Waits until an expression of the page is true. */
  void until(String condition) {
    driver.executeAsyncScript(
        "const [done] = arguments; const look = () => ("
            + condition
            + ") ? setTimeout(done, 100) : setTimeout(look, 50); look();");
  }

  /** Returns all text of the page. */
  String text() {
    return String.valueOf(driver.executeScript("return document.body.textContent"));
  }

  /** By night keeps a picture of the page below {@code target}, for somebody to look at. */
  void shot(String name) throws IOException {
    if (!IS_WHOLE) {
      return;
    }
    Files.move(
        driver.getScreenshotAs(OutputType.FILE).toPath(),
        SHOTS.resolve(name + ".png"),
        StandardCopyOption.REPLACE_EXISTING);
  }

  /** Returns what the page has complained about. */
  List<String> errors() {
    return driver.manage().logs().get(LogType.BROWSER).getAll().stream()
        .filter(entry -> entry.getLevel().intValue() >= Level.SEVERE.intValue())
        .map(Object::toString)
        .toList();
  }

  @Override
  public void close() {
    driver.quit();
  }
}
