//! Mounts the page.

fn main() {
    sukat::web::mount_page();
}
