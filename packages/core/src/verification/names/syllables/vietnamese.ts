import { inventoryOf, type Inventory } from "./inventory.ts"

/** Words of Vietnamese names without their marks. */
const words = `
an anh ba bac bach bao bich bien binh bui cam canh cao cat chau chi chien chinh chu chuong chung cong cuc cuong dai dam dan dang danh dao dat dau diem diep dieu dinh do doan dong du duc dung duong duy duyen
gia giang giap giao ha hai han hanh hao hau hien hiep hieu hinh ho hoa hoai hoan hoang hoc hong hop hue hung huong huu huy huyen huynh ich ke kha khac khai khang khanh khiem khoa khoi khue khuong kien kiet kieu kim ky
la lac lai lam lan lanh le lich lien lieu linh lo loan loc loi long lu luan luc luong luu luyen ly mac mai man manh mau may minh mo my nam nga ngan nghi nghia ngo ngoc nguyen nhan nhat nhi nhien nhu nhung ninh nu
oanh pham phan phat phi phu phuc phung phuoc phuong quach quan quang que quoc quy quyen quyet quynh sang sau sinh son song suong ta tai tam tan tang tao tay thach thai tham than thang thanh thao the thi thien thiep thieu thinh tho thoa thoai thom thong thu thuan thuc thuy thuyen
tien tiep tin tinh to toan toai ton trac tram tran trang tri trieu trinh tro trong truc trung truong tu tuan tue tung tuong tuyen tuyet ty uyen ut van vi vien viet vinh vo vu vui vuong vy xuan xuyen y yen
`

/** Syllables of Vietnamese names, which stand for themselves. */
export const vietnamese: Inventory = inventoryOf(() =>
  words
    .trim()
    .split(/\s+/u)
    .map((word) => [word, word] as const)
)
