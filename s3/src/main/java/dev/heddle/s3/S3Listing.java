package dev.heddle.s3;

import dev.heddle.io.storage.StoredFile;
import dev.heddle.io.storage.WriteRecords;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.s3.model.CommonPrefix;
import software.amazon.awssdk.services.s3.model.ListObjectsV2Request;
import software.amazon.awssdk.services.s3.model.ListObjectsV2Response;
import software.amazon.awssdk.services.s3.model.S3Object;

/**
 * Lists keys of a bucket, many requests at a time where there is much to list. Thread-safe.
 *
 * <p>All keys below a prefix take one request for each thousand. When the first shows that there
 * are more, the folders directly below the prefix cut the keys into ranges that are listed side by
 * side.
 */
final class S3Listing {
  private static final int PAGE_KEYS = 1000;
  private static final int MAX_REQUESTS = 32;
  private static final int RANGES = 16;

  private final S3Bucket bucket;
  private final S3Path path;
  private final S3Retry retry;
  private final S3Counts counts;
  private final Semaphore permits = new Semaphore(MAX_REQUESTS);

  /**
   * Makes a listing.
   *
   * @param path what was asked for, for messages; the bucket's name is taken from it
   */
  S3Listing(S3Bucket bucket, S3Path path, S3Retry retry, S3Counts counts) {
    this.bucket = bucket;
    this.path = path;
    this.retry = retry;
    this.counts = counts;
  }

  /** What is directly below a prefix, in the order of the keys; folders end with a slash. */
  record Level(List<String> folders, List<S3Object> objects) {}

  /** Lists what is directly below a prefix, which need not end with a slash. */
  Level level(String prefix) {
    List<String> folders = new ArrayList<>();
    List<S3Object> objects = new ArrayList<>();
    pages(
        prefix,
        "/",
        null,
        null,
        page -> {
          page.commonPrefixes().stream().map(CommonPrefix::prefix).forEach(folders::add);
          objects.addAll(page.contents());
        });
    return new Level(folders, objects);
  }

  /**
   * Lists what is directly in a folder and begins with a text, and the folder of records of writes,
   * if there is one.
   */
  Level level(String folder, String start) {
    Level found = level(folder + start);
    String records = folder + WriteRecords.FOLDER + "/";
    if (!start.isEmpty() && isAny(records)) {
      List<String> folders = new ArrayList<>(found.folders());
      folders.add(records);
      return new Level(folders, found.objects());
    }
    return found;
  }

  /** Returns whether any key starts with a prefix. */
  boolean isAny(String prefix) {
    ListObjectsV2Response page =
        page(bucket.requests().newListObjectsV2RequestBuilder(prefix, null, 1));
    return !page.contents().isEmpty() || !page.commonPrefixes().isEmpty();
  }

  /** Lists all keys that start with a prefix, in order. */
  List<S3Object> all(String prefix) {
    ListObjectsV2Response first =
        page(bucket.requests().newListObjectsV2RequestBuilder(prefix, null, PAGE_KEYS));
    List<S3Object> objects = new ArrayList<>(first.contents());
    if (!Boolean.TRUE.equals(first.isTruncated()) || objects.isEmpty()) {
      return objects;
    }
    String last = objects.getLast().key();
    List<String> cuts = new ArrayList<>();
    cuts.add(last);
    List<String> folders =
        level(prefix).folders().stream().filter(f -> f.compareTo(last) > 0).toList();
    int ranges = Math.min(RANGES, folders.size());
    for (int range = 0; range < ranges; range++) {
      cuts.add(folders.get((int) ((long) range * folders.size() / ranges)));
    }
    List<Callable<List<S3Object>>> tasks = new ArrayList<>();
    for (int range = 0; range < cuts.size(); range++) {
      String after = cuts.get(range);
      String until = range + 1 < cuts.size() ? cuts.get(range + 1) : null;
      tasks.add(
          () -> {
            List<S3Object> part = new ArrayList<>();
            pages(prefix, null, after, until, page -> part.addAll(page.contents()));
            part.removeIf(object -> until != null && object.key().compareTo(until) > 0);
            return part;
          });
    }
    sideBySide(tasks).forEach(objects::addAll);
    return objects;
  }

  /** Runs tasks on threads of their own and returns their results in order. */
  <T> List<T> sideBySide(List<Callable<T>> tasks) {
    if (tasks.size() == 1) {
      try {
        return List.of(tasks.getFirst().call());
      } catch (Exception e) {
        throw S3Errors.of("list", path.toString(), e);
      }
    }
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<T>> futures = tasks.stream().map(threads::submit).toList();
      List<T> results = new ArrayList<>();
      for (Future<T> future : futures) {
        try {
          results.add(future.get());
        } catch (ExecutionException e) {
          futures.forEach(f -> f.cancel(true));
          throw S3Errors.of("list", path.toString(), e.getCause());
        }
      }
      return results;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw S3Errors.of("list", path.toString(), e);
    }
  }

  private void pages(
      String prefix,
      @Nullable String delimiter,
      @Nullable String after,
      @Nullable String until,
      Consumer<ListObjectsV2Response> consumer) {
    ListObjectsV2Request.Builder request =
        bucket.requests().newListObjectsV2RequestBuilder(prefix, delimiter, PAGE_KEYS);
    if (after != null) {
      request.startAfter(after);
    }
    while (true) {
      ListObjectsV2Response page = page(request);
      consumer.accept(page);
      boolean isPast =
          until != null
              && !page.contents().isEmpty()
              && page.contents().getLast().key().compareTo(until) > 0;
      if (!Boolean.TRUE.equals(page.isTruncated()) || isPast) {
        return;
      }
      request.continuationToken(page.nextContinuationToken());
    }
  }

  private ListObjectsV2Response page(ListObjectsV2Request.Builder request) {
    permits.acquireUninterruptibly();
    try {
      return counts
          .looking()
          .during(
              () ->
                  retry.call(
                      bucket.gate(),
                      "list",
                      path.toString(),
                      () -> {
                        counts.requests().increment();
                        return bucket.client().listObjectsV2(request.build());
                      }));
    } finally {
      permits.release();
    }
  }

  /** Returns what a listed object is as a file. */
  StoredFile file(S3Object object) {
    String version = ObjectVersion.of(object.eTag(), object.lastModified());
    return new StoredFile(path.withKey(object.key()).toString(), object.size(), version);
  }
}
