package dev.heddle.s3lab;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.net.URLDecoder;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.channels.WritableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Serves the files of a folder, as a bucket of any name, to HEAD and ranged GET, as fast as the
 * machine allows; asks for no signature, and its listings are empty. Thread-safe.
 */
public final class RangeServer extends LoopbackServer {
  private static final byte[] EMPTY_LISTING =
      "<ListBucketResult><KeyCount>0</KeyCount><IsTruncated>false</IsTruncated></ListBucketResult>"
          .getBytes(StandardCharsets.UTF_8);

  private final Path folder;

  /** Starts a server; behind the bucket the path of a request is that of a file in the folder. */
  public RangeServer(Path folder) {
    this.folder = folder.toAbsolutePath().normalize();
    start();
  }

  @Override
  void handle(Socket socket) throws IOException {
    BufferedInputStream in = new BufferedInputStream(socket.getInputStream());
    OutputStream out = socket.getOutputStream();
    for (HttpHead request = HttpHead.read(in); request != null; request = HttpHead.read(in)) {
      if (request.word(1).contains("list-type=2")) {
        answer(out, "200 OK", EMPTY_LISTING.length, List.of("Content-Type: application/xml"));
        out.write(EMPTY_LISTING);
        continue;
      }
      String target = request.word(1).split("\\?")[0];
      String name =
          URLDecoder.decode(target.substring(target.indexOf('/', 1) + 1), StandardCharsets.UTF_8);
      Path file = folder.resolve(name).normalize();
      if (!file.startsWith(folder) || !Files.isRegularFile(file)) {
        answer(out, "404 Not Found", 0, List.of());
        continue;
      }
      serve(request, file, out);
    }
  }

  private static void serve(HttpHead request, Path file, OutputStream out) throws IOException {
    long size = Files.size(file);
    String etag =
        "\"" + Long.toHexString(Files.getLastModifiedTime(file).toMillis()) + "-" + size + "\"";
    String wanted = request.header("If-Match");
    if (wanted != null && !wanted.equals(etag)) {
      answer(out, "412 Precondition Failed", 0, List.of());
      return;
    }
    List<String> headers =
        new ArrayList<>(
            List.of(
                "ETag: " + etag,
                "Accept-Ranges: bytes",
                "Last-Modified: Thu, 01 Jan 2026 00:00:00 GMT"));
    long[] range = range(request.header("Range"), size);
    long from = range == null ? 0 : range[0];
    long count = range == null ? size : range[1] - range[0] + 1;
    if (range != null) {
      headers.add("Content-Range: bytes " + range[0] + "-" + range[1] + "/" + size);
    }
    answer(out, range == null ? "200 OK" : "206 Partial Content", count, headers);
    if (request.word(0).equals("GET")) {
      WritableByteChannel target = Channels.newChannel(out);
      try (FileChannel source = FileChannel.open(file)) {
        for (long sent = 0; sent < count; ) {
          sent += source.transferTo(from + sent, count - sent, target);
        }
      }
    }
  }

  private static long @Nullable [] range(@Nullable String header, long size) {
    if (header == null || !header.startsWith("bytes=")) {
      return null;
    }
    String[] ends = header.substring("bytes=".length()).split("-", 2);
    if (ends[0].isEmpty()) {
      return new long[] {Math.max(0, size - Long.parseLong(ends[1])), size - 1};
    }
    long last = ends[1].isEmpty() ? size - 1 : Math.min(size - 1, Long.parseLong(ends[1]));
    return new long[] {Long.parseLong(ends[0]), last};
  }

  private static void answer(OutputStream out, String status, long length, List<String> headers)
      throws IOException {
    List<String> all = new ArrayList<>(headers);
    all.add("Content-Length: " + length);
    new HttpHead("HTTP/1.1 " + status, all).write(out);
    out.flush();
  }
}
