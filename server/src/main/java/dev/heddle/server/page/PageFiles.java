package dev.heddle.server.page;

import dev.heddle.server.http.Reply;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** The files of the pages. Only those that are named here are served. Thread-safe. */
public final class PageFiles {
  private static final String OWN = "/dev/heddle/server/page/";
  private static final String PLOTS = "/META-INF/resources/webjars/uplot/1.6.30/dist/";
  private static final String SCRIPT = "text/javascript; charset=utf-8";
  private static final String STYLE = "text/css; charset=utf-8";
  private static final String HTML = "text/html; charset=utf-8";

  private static final Map<String, File> FILES = new LinkedHashMap<>();

  static {
    for (String name :
        new String[] {
          "app",
          "ui",
          "format",
          "colors",
          "stream",
          "dag",
          "plots",
          "status",
          "system",
          "workers",
          "graph",
          "shuffle",
          "queries",
          "query",
          "storage",
          "profile",
          "flame",
          "profile-server"
        }) {
      FILES.put("/page/" + name + ".js", new File(OWN + name + ".js", SCRIPT));
    }
    FILES.put("/page/style.css", new File(OWN + "style.css", STYLE));
    FILES.put("/page/uplot.js", new File(PLOTS + "uPlot.esm.js", SCRIPT));
    FILES.put("/page/uplot.css", new File(PLOTS + "uPlot.min.css", STYLE));
    FILES.put("/favicon.ico", new File(OWN + "icon.svg", "image/svg+xml"));
  }

  private final Map<String, byte[]> loaded = new ConcurrentHashMap<>();

  private record File(String resource, String type) {}

  /** Returns the file of a path. */
  public Optional<Reply.Content> file(String path) {
    return Optional.ofNullable(FILES.get(path)).map(this::reply);
  }

  /** Returns the frame of all pages, which loads what the address names. */
  public Reply.Content frame() {
    return reply(new File(OWN + "index.html", HTML));
  }

  private Reply.Content reply(File file) {
    byte[] bytes = loaded.computeIfAbsent(file.resource(), PageFiles::load);
    return new Reply.Content(200, file.type(), bytes, Map.of("Cache-Control", "no-cache"));
  }

  private static byte[] load(String resource) {
    try (InputStream in = PageFiles.class.getResourceAsStream(resource)) {
      if (in == null) {
        throw new IllegalStateException("no resource " + resource + " is on the class path");
      }
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
